import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Every sitting of the course that this one is of: what one of them comes to hangs on the others. In the order in which all take them. */
export async function lockCourseSittings(tx: Tx, attemptId: string): Promise<void> {
  await tx
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', (of) =>
      of.selectFrom('attempt').select('signCourseId').where('id', '=', attemptId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Takes a handed-in sitting's result away; its paper, answers and score stay, as do the hour and reason of the first time. */
export async function setVoided(
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

/** The result stands again. `covered`: another pass of the course has the hours. @throws 23505 while another sitting of the course runs or has them */
export async function setRestored(tx: Tx, id: string, covered: boolean): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ voidedAt: null, voidReason: null, counts: true, covered, restoredAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Whether a pass of the course stands, with its hours. */
export async function hasCreditedPass(tx: Tx, signCourseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', signCourseId)
    .where('passed', '=', true)
    .where('voidedAt', 'is', null)
    .where('covered', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** The pass that has had no hours because of another one, which is void now. Undefined: there is none. */
export function uncover(tx: Tx, signCourseId: string) {
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

/** 待核查 is settled: somebody has looked at what raised it. */
export async function setReviewed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('attempt').set({ review: false }).where('id', '=', id).execute()
}
