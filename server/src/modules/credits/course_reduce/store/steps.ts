import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

export type ReviewStepAction =
  | 'SUBMITTED'
  | 'SUPPLEMENTED'
  | 'WITHDRAWN'
  | 'FIRST_PASSED'
  | 'APPROVED'
  | 'RETURNED'
  | 'REJECTED'
  | 'CHECKED'
  | 'REVERSED'

export type ReviewStepRow = Awaited<ReturnType<typeof listReviewSteps>>[number]

/** Lists the oldest step first. */
export function listReviewSteps(db: Db, reductionId: string) {
  return db
    .selectFrom('reductionStep')
    .leftJoin('staff', 'staff.id', 'reductionStep.staffId')
    .select(['version', 'at', 'action', 'staffId', 'staff.name as staffName', 'opinion', 'hours'])
    .where('reductionId', '=', reductionId)
    .orderBy('version')
    .execute()
}

/** Returns undefined if the application was never submitted. */
export async function findTypeOfLastSubmission(db: Db, reductionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('reductionStep')
    .select(sql<string>`content ->> 'typeCode'`.as('code'))
    .where('reductionId', '=', reductionId)
    .where('content', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.code
}

/** Counts the submissions of the last 24 hours. */
export async function countSubmissionsOfLastDay(tx: Tx, studentId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reductionStep')
    .innerJoin('reduction', 'reduction.id', 'reductionStep.reductionId')
    .select(sql<number>`count(distinct reduction_id)::int`.as('count'))
    .where('reduction.studentId', '=', studentId)
    .where('action', 'in', ['SUBMITTED', 'WITHDRAWN'])
    .where('at', '>', sql<Date>`(select app_now()) - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewReviewStep {
  reductionId: string
  version: number
  action: ReviewStepAction
  staffId: string | null
  opinion: string
  hours?: number | null
  content?: object
}

export async function insertReviewStep(tx: Tx, { content, ...step }: NewReviewStep): Promise<void> {
  await tx
    .insertInto('reductionStep')
    .values({ ...step, content: content ? JSON.stringify(content) : null })
    .execute()
}
