import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { nameContainsSql } from '../../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import { type ReductionState, selectReduction } from './reductions.ts'

/**
 * Condition that `other` may be the same activity (decision 042). A full-year reduction conflicts only within its year.
 */
const overlaps = sql<boolean>`other.student_id = reduction.student_id and other.type_id = reduction.type_id
  and other.id <> reduction.id and other.state in ('SUBMITTED', 'APPROVED') and other.reversed_at is null
  and other.start_date <= reduction.end_date and other.end_date >= reduction.start_date
  and (reduction_rule.hours_mode <> 'FULL_YEAR' or (other.year, other.subject) = (reduction.year, reduction.subject))`

export type ReductionReviewStage = 'FIRST' | 'FINAL' | 'SAMPLE' | 'RETURNED' | 'APPROVED' | 'REJECTED' | 'REVERSED'

const selectHead = (db: Db) =>
  selectReduction(db)
    .innerJoin('student', 'student.id', 'reduction.studentId')
    .select([
      'student.name as studentName',
      sql<ReductionReviewStage | null>`case
        when reversed_at is not null then 'REVERSED'
        when sample = 'PENDING' then 'SAMPLE'
        when state = 'SUBMITTED' then case passed_levels when 0 then 'FIRST' else 'FINAL' end
        when state in ('RETURNED', 'APPROVED', 'REJECTED') then state end`.as('stage'),
      sql<number>`(select count(distinct mine.file_id)::int
        from reduction_file as mine join file on file.id = mine.file_id
          join file as twin on twin.purpose = 'EVIDENCE' and twin.sha256 = file.sha256
          join reduction_file as theirs on theirs.file_id = twin.id and theirs.reduction_id <> reduction.id
          join reduction as other on other.id = theirs.reduction_id and other.submitted_at is not null
        where mine.reduction_id = reduction.id)`.as('duplicates'),
      sql<number>`(select count(*)::int from reduction as other where ${overlaps})`.as('overlapping'),
    ])

export type DeskReductionRow = Awaited<ReturnType<typeof listDeskReductions>>['list'][number]

export function findDeskReduction(db: Db, id: string) {
  return selectHead(db)
    .select(['student.idNo', 'student.certificateNo', 'student.employer'])
    .where('reduction.id', '=', id)
    .where('submittedAt', 'is not', null)
    .executeTakeFirst()
}

const stageIs = {
  FIRST: sql<boolean>`state = 'SUBMITTED' and passed_levels = 0`,
  FINAL: sql<boolean>`state = 'SUBMITTED' and passed_levels > 0`,
  SAMPLE: sql<boolean>`sample = 'PENDING' and reversed_at is null`,
  RETURNED: sql<boolean>`state = 'RETURNED'`,
  APPROVED: sql<boolean>`state = 'APPROVED' and reversed_at is null`,
  REJECTED: sql<boolean>`state = 'REJECTED'`,
  REVERSED: sql<boolean>`reversed_at is not null`,
}

export interface ReductionFilter extends PageRequest {
  stage: ReductionReviewStage
  year?: number | undefined
  typeCode?: string | undefined
  subject?: 'PROFESSIONAL' | 'PUBLIC' | undefined
  keyword?: string | undefined
}

function conditions({ stage, year, typeCode, subject, keyword }: ReductionFilter) {
  const all = [stageIs[stage], sql<boolean>`submitted_at is not null`]
  if (year !== undefined) all.push(sql`year = ${year}`)
  if (typeCode) all.push(sql`type_id in (select type.id from reduction_type type where type.code = ${typeCode})`)
  if (subject) all.push(sql`subject = ${subject}`)
  if (keyword)
    all.push(sql`(apply_no = ${keyword.toUpperCase()} or exists (select from student who
      where who.id = student_id and (${nameContainsSql(sql`who.name`, keyword)} or who.phone = ${keyword})))`)
  return sql.join<boolean>(all, sql` and `)
}

/** Waiting applications come in order of submission, decided ones newest first. */
export async function listDeskReductions(db: Db, filter: ReductionFilter) {
  const { stage } = filter
  const waits = stage === 'FIRST' || stage === 'FINAL' || stage === 'SAMPLE'
  const order = sql`${waits ? sql`reduction.submitted_at` : sql`reduction.updated_at desc`}, reduction.id`
  // Select one page of ids first, so that the joins run only for that page.
  const found = db.selectFrom('reduction').select('id').where(conditions(filter)).orderBy(order)
  const { list: ofPage, ...page } = await selectPage(found, filter)
  const ids = ofPage.map(({ id }) => id)
  const list = await selectHead(db)
    .where('reduction.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(order)
    .execute()
  return { list, ...page }
}

export function listApplicationsSharingEvidence(db: Db, reductionId: string, hashes: Buffer[]) {
  return db
    .selectFrom('file')
    .innerJoin('reductionFile', 'reductionFile.fileId', 'file.id')
    .innerJoin('reduction', 'reduction.id', 'reductionFile.reductionId')
    .innerJoin('student', 'student.id', 'reduction.studentId')
    .innerJoin('reductionRule', (join) =>
      join
        .onRef('reductionRule.typeId', '=', 'reduction.typeId')
        .onRef('reductionRule.version', '=', 'reduction.typeVersion'),
    )
    .select([
      'file.sha256',
      'reduction.id',
      'applyNo',
      'reduction.studentId',
      'student.name as studentName',
      'reductionRule.name as typeName',
      'year',
      'state',
    ])
    .distinct()
    .where('file.purpose', '=', 'EVIDENCE')
    .where('file.sha256', 'in', hashes)
    .where('reduction.id', '<>', reductionId)
    .where('submittedAt', 'is not', null)
    .orderBy('applyNo')
    .limit(50)
    .execute()
}

interface OverlapRow {
  id: string
  applyNo: string
  year: number
  startDate: string
  endDate: string
  state: ReductionState
}

export async function listOverlappingReductions(db: Db, reductionId: string): Promise<OverlapRow[]> {
  const { rows } = await sql<OverlapRow>`
    select other.id, other.apply_no as "applyNo", other.year, other.start_date as "startDate", other.end_date as "endDate",
      other.state
    from reduction
    join reduction_rule on (reduction_rule.type_id, reduction_rule.version) = (reduction.type_id, reduction.type_version)
    join reduction as other on ${overlaps}
    where reduction.id = ${reductionId} order by other.apply_no limit 50`.execute(db)
  return rows
}
