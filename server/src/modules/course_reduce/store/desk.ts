import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { hasPart } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'
import { overlaps } from './overlaps.ts'
import { selectReduction } from './reductions.ts'

export type Stage = 'FIRST' | 'FINAL' | 'SAMPLE' | 'RETURNED' | 'APPROVED' | 'REJECTED' | 'REVERSED'

const selectHead = (db: Db) =>
  selectReduction(db)
    .innerJoin('student', 'student.id', 'reduction.studentId')
    .select([
      'student.name as studentName',
      sql<Stage | null>`case
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
      sql<number>`(select count(*)::int from reduction as other where ${overlaps})`.as(
        'overlapping',
      ),
    ])

export type DeskRow = Awaited<ReturnType<typeof listHeads>>['list'][number]

/** One that was ever handed in, with the particulars a reviewer compares. */
export function findForDesk(db: Db, id: string) {
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

export interface DeskFilter extends Paging {
  stage: Stage
  year?: number | undefined
  typeCode?: string | undefined
  subject?: 'PROFESSIONAL' | 'PUBLIC' | undefined
  keyword?: string | undefined
}

/** What an application must be to be found; its type and its student are asked only where the filter names them. */
function conditions({ stage, year, typeCode, subject, keyword }: DeskFilter) {
  const all = [stageIs[stage], sql<boolean>`submitted_at is not null`]
  if (year !== undefined) all.push(sql`year = ${year}`)
  if (typeCode)
    all.push(
      sql`type_id in (select type.id from reduction_type type where type.code = ${typeCode})`,
    )
  if (subject) all.push(sql`subject = ${subject}`)
  if (keyword)
    all.push(sql`(apply_no = ${keyword.toUpperCase()} or exists (select from student who
      where who.id = student_id and (${hasPart(sql`who.name`, keyword)} or who.phone = ${keyword})))`)
  return sql.join<boolean>(all, sql` and `)
}

/** What waits comes in the order it was handed in, what is settled newest first. */
export async function listHeads(db: Db, filter: DeskFilter) {
  const { stage } = filter
  const waits = stage === 'FIRST' || stage === 'FINAL' || stage === 'SAMPLE'
  const order = sql`${waits ? sql`reduction.submitted_at` : sql`reduction.updated_at desc`}, reduction.id`
  // which ones first: what is told of each is looked up for a page of them, not for all that come before it
  const found = db.selectFrom('reduction').select('id').where(conditions(filter)).orderBy(order)
  const { list: ofPage, ...page } = await pageOf(found, filter)
  const ids = ofPage.map(({ id }) => id)
  const list = await selectHead(db)
    .where('reduction.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(order)
    .execute()
  return { list, ...page }
}

/** Other applications that were handed in with a file of the same content, by the content's hash. */
export function listTwins(db: Db, reductionId: string, hashes: Buffer[]) {
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
