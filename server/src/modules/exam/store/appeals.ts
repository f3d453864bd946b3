import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import type { Page, Paging } from '../../../platform/db/page.ts'
import { type NamedSitting, sittingColumns, sittingTables } from './sitting.ts'

export type AppealState = 'OPEN' | 'UPHELD' | 'REJECTED'

export interface Appeal extends NamedSitting {
  text: string
  at: Date
  state: AppealState
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
}

const select = sql`
  select ${sittingColumns}, appeal.text, appeal.at, appeal.state, appeal.answer, staff.name as answered_by,
    appeal.answered_at
  from ${sittingTables}
  join exam_appeal appeal on appeal.attempt_id = attempt.id
  left join staff on staff.id = appeal.answered_by`

const newestFirst = sql`order by appeal.at desc, appeal.attempt_id`

/** A sitting has one at most. */
export async function findAppeal(db: Db, attemptId: string): Promise<Appeal | undefined> {
  const { rows } = await sql<Appeal>`${select} where appeal.attempt_id = ${attemptId}`.execute(db)
  return rows[0]
}

/** A student's appeals on one course's sittings, by attempt. */
export async function listAppealsOf(db: Db, signCourseId: string): Promise<Map<string, Appeal>> {
  const { rows } =
    await sql<Appeal>`${select} where attempt.sign_course_id = ${signCourseId}`.execute(db)
  return new Map(rows.map((row) => [row.attemptId, row]))
}

export interface AppealFilter extends Paging {
  state?: AppealState | undefined
}

/** A page, newest first; `total` counts all of that state. */
export async function listAppeals(
  db: Db,
  { state, page, pageSize }: AppealFilter,
): Promise<Page<Appeal>> {
  const where = state ? sql`where appeal.state = ${state}` : sql``
  // which ones first: whose they are is looked up for a page of them
  const { rows } = await sql<Appeal>`${select} where appeal.attempt_id in (
      select appeal.attempt_id from exam_appeal appeal ${where}
      ${newestFirst} limit ${pageSize} offset ${(page - 1) * pageSize})
    ${newestFirst}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from exam_appeal appeal ${where}`.execute(db)
  return { list: rows, total: counts[0]?.total ?? 0, page, pageSize }
}

/** False: there is one for this attempt. */
export function insertAppeal(
  db: Db,
  row: { attemptId: string; studentId: string; text: string },
): Promise<boolean> {
  return insertOnce(db, 'examAppeal', row)
}

/** False: it is answered. */
export async function answerAppealRow(
  tx: Tx,
  attemptId: string,
  how: { state: 'UPHELD' | 'REJECTED'; answer: string; answeredBy: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('examAppeal')
    .set({ ...how, answeredAt: sql`app_now()` })
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
