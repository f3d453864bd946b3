import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type StepAction =
  | 'SUBMITTED'
  | 'SUPPLEMENTED'
  | 'WITHDRAWN'
  | 'FIRST_PASSED'
  | 'APPROVED'
  | 'RETURNED'
  | 'REJECTED'
  | 'CHECKED'
  | 'REVERSED'

export type StepRow = Awaited<ReturnType<typeof listSteps>>[number]

/** Who did what to an application, oldest first. */
export function listSteps(db: Db, reductionId: string) {
  return db
    .selectFrom('reductionStep')
    .leftJoin('staff', 'staff.id', 'reductionStep.staffId')
    .select(['version', 'at', 'action', 'staffId', 'staff.name as staffName', 'opinion', 'hours'])
    .where('reductionId', '=', reductionId)
    .orderBy('version')
    .execute()
}

/** The code of the type it was last handed in by; undefined: it never was. */
export async function findHandedInType(db: Db, reductionId: string): Promise<string | undefined> {
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

/** Applications that a student handed in or gave up in the last 24 hours, whatever became of them. */
export async function countHandedIn(tx: Tx, studentId: string): Promise<number> {
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

export interface NewStep {
  reductionId: string
  /** the version it made */
  version: number
  action: StepAction
  staffId: string | null
  opinion: string
  /** tenths */
  hours?: number | null
  content?: object
}

/** `content`: what was handed in, as it stood then. */
export async function insertStep(tx: Tx, { content, ...step }: NewStep): Promise<void> {
  await tx
    .insertInto('reductionStep')
    .values({ ...step, content: content ? JSON.stringify(content) : null })
    .execute()
}
