import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { hasAnyRow } from '../../../platform/db/page.ts'

/** Locks all attempts of the sign course in one order, because the result of one attempt can change the others. */
export async function lockAttemptsOfCourse(tx: Tx, attemptId: string): Promise<void> {
  await tx
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', (of) => of.selectFrom('attempt').select('signCourseId').where('id', '=', attemptId))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Keeps paper, answers, score, and the time and reason of a first void. */
export async function setAttemptVoided(
  tx: Tx,
  id: string,
  { reason, givenBack }: { reason: string; givenBack: boolean },
): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({
      voidedAt: sql`coalesce(voided_at, app_now())`,
      voidReason: sql`coalesce(void_reason, ${reason})`,
      review: false,
      covered: false,
      ...(givenBack ? { counts: false } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * `covered` means that another passed attempt has the hours. @throws 23505 while another attempt runs or has the hours
 */
export async function setAttemptRestored(tx: Tx, id: string, covered: boolean): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ voidedAt: null, voidReason: null, counts: true, covered, restoredAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

export function hasCreditedPass(tx: Tx, signCourseId: string): Promise<boolean> {
  return hasAnyRow(
    tx
      .selectFrom('attempt')
      .where('signCourseId', '=', signCourseId)
      .where('passed', '=', true)
      .where('voidedAt', 'is', null)
      .where('covered', '=', false),
  )
}

/**
 * Finds a passed attempt that got no hours because the attempt that is now voided had them; undefined when there is
 * none.
 */
export function claimPassToCredit(tx: Tx, signCourseId: string) {
  return tx
    .updateTable('attempt')
    .set({ covered: false })
    .where('id', '=', (those) =>
      those
        .selectFrom('attempt')
        .select('id')
        .where('signCourseId', '=', signCourseId)
        .where('covered', '=', true)
        .orderBy('startedAt')
        .limit(1),
    )
    .returning(['id', 'submittedAt'])
    .executeTakeFirst()
}

export async function setReviewFlagCleared(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('attempt').set({ review: false }).where('id', '=', id).execute()
}
