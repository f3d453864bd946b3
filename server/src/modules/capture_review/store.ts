import { sql } from 'kysely'
import { countOf } from '../../platform/db/count.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { insertOnce } from '../../platform/db/insert-once.ts'
import { type Paging, pageOf } from '../../platform/db/page.ts'
import { decided, proposalColumns } from '../../platform/db/proposals.ts'

export type ReviewState = 'OPEN' | 'PROPOSED' | 'DONE'

/** `review` of a running sitting is not final: only handed-in ones are looked at. */
const selectHead = (db: Db) =>
  db
    .selectFrom('attempt')
    .innerJoin('student', 'student.id', 'attempt.studentId')
    .innerJoin('signCourse', 'signCourse.id', 'attempt.signCourseId')
    .innerJoin('course', 'course.id', 'signCourse.courseId')
    .innerJoin('plan', 'plan.id', 'signCourse.planId')
    .where('attempt.submittedAt', 'is not', null)
    .select([
      'attempt.id',
      'attempt.studentId',
      'student.name as studentName',
      'course.title as courseTitle',
      'plan.year',
      'attempt.round',
      'attempt.no',
      'attempt.mode',
      'attempt.startedAt',
      'attempt.submittedAt',
      sql<'STUDENT' | 'DEADLINE' | 'SEALED' | 'STAFF' | null>`attempt.submitted_by`.as(
        'submittedBy',
      ),
      'attempt.score',
      'attempt.passed',
      'attempt.voidedAt',
      'attempt.voidReason',
      'attempt.restoredAt',
      sql<number>`(select count(*)::int from capture where attempt_id = attempt.id)`.as('asked'),
      sql<number>`(select count(*)::int from capture where attempt_id = attempt.id and file_id is not null)`.as(
        'received',
      ),
      sql<number>`(select count(*)::int from capture where attempt_id = attempt.id
        and (failure is not null or doubt is not null or (received_at is null and due_at < submitted_at)))`.as(
        'missing',
      ),
      sql<ReviewState>`coalesce((
        select case when decision is null then 'PROPOSED' else 'DONE' end from capture_review
        where attempt_id = attempt.id and (decision is null or decision = 'CONFIRMED')), 'OPEN')`.as(
        'state',
      ),
    ])

export type HeadRow = Awaited<ReturnType<typeof findHead>>

/** An attempt that is flagged, or that was once looked at. */
export function findHead(db: Db, attemptId: string) {
  return selectHead(db)
    .select([
      'student.idNo',
      'student.certificateNo',
      'student.phone',
      'student.avatarFileId',
      sql<boolean>`review or exists (select from capture_review where attempt_id = attempt.id)`.as(
        'flagged',
      ),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
}

export interface ReviewFilter extends Paging {
  state: ReviewState
  year?: number | undefined
}

/** The flagged attempts of one list. */
function inList(db: Db, { state, year }: Pick<ReviewFilter, 'state' | 'year'>) {
  // as a list, taken first: few are reviewed, and in the order of the page every attempt would be asked for
  const reviewed = (decision: 'CONFIRMED' | null) => sql<boolean>`attempt.id = any(array(
    select attempt_id from capture_review where decision is not distinct from ${decision}))`
  const where = {
    OPEN: sql<boolean>`review and not exists (select from capture_review
      where attempt_id = attempt.id and (decision is null or decision = 'CONFIRMED'))`,
    PROPOSED: reviewed(null),
    DONE: reviewed('CONFIRMED'),
  }[state]
  const query = selectHead(db).where(where)
  return year === undefined ? query : query.where('plan.year', '=', year)
}

/** What waits longest first, what is settled newest first. */
const orderOf = (state: ReviewState) => (state === 'DONE' ? 'desc' : 'asc')

/** A page of flagged attempts. */
export function listHeads(db: Db, filter: ReviewFilter) {
  const order = orderOf(filter.state)
  const rows = inList(db, filter).orderBy('attempt.submittedAt', order).orderBy('attempt.id', order)
  return pageOf(rows, filter)
}

/** What stands beside an attempt in a list, whether it still stands there itself or not. */
export async function findNeighbours(
  db: Db,
  { attemptId, ...filter }: Pick<ReviewFilter, 'state' | 'year'> & { attemptId: string },
) {
  const others = inList(db, filter).clearSelect().where('attempt.id', '<>', attemptId)
  const here = sql`(select submitted_at, id from attempt where id = ${attemptId})`
  const place = sql`(attempt.submitted_at, attempt.id)`
  const nearest = async (order: 'asc' | 'desc') => {
    const beyond =
      order === 'asc' ? sql<boolean>`${place} > ${here}` : sql<boolean>`${place} < ${here}`
    const row = await others
      .select('attempt.id')
      .where(beyond)
      .orderBy('attempt.submittedAt', order)
      .orderBy('attempt.id', order)
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  }
  const forward = orderOf(filter.state)
  const [next, previous, count] = [
    await nearest(forward),
    await nearest(forward === 'asc' ? 'desc' : 'asc'),
    await countOf(others),
  ]
  return { previous, next, others: count }
}

/** What was asked of the camera, in order, with the file and the day it must be gone. */
export function listPictures(db: Db, attemptId: string) {
  return db
    .selectFrom('capture')
    .leftJoin('file', 'file.id', 'capture.fileId')
    .select([
      'no',
      'dueAt',
      'receivedAt',
      'failure',
      'camera',
      sql<'LATE' | 'REPEATED' | null>`doubt`.as('doubt'),
      'fileId',
      'file.ownerId',
      'file.deleteDueAt',
      'file.deletedAt',
    ])
    .where('attemptId', '=', attemptId)
    .orderBy('no')
    .execute()
}

const selectReview = (db: Db) =>
  db
    .selectFrom('captureReview')
    .innerJoin('staff as proposer', 'proposer.id', 'captureReview.proposedBy')
    .leftJoin('staff as decider', 'decider.id', 'captureReview.decidedBy')
    .select([
      'captureReview.id',
      'attemptId',
      'proposal',
      'ground',
      'compared',
      'causes',
      ...proposalColumns,
    ])

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

/** A handed-in sitting with its counts of captures; undefined also while it is being sat. */
export function findReview(db: Db, id: string) {
  return selectReview(db).where('captureReview.id', '=', id).executeTakeFirst()
}

/** Newest first. */
export function listReviews(db: Db, attemptId: string) {
  return selectReview(db).where('attemptId', '=', attemptId).orderBy('proposedAt', 'desc').execute()
}

export interface NewReview {
  id: string
  attemptId: string
  proposal: 'KEEP' | 'VOID'
  causes: string[]
  ground: string | null
  compared: string
  reason: string
  proposedBy: string
}

/** False when this id is taken, or the attempt has a review that was neither rejected nor taken back. */
export function insertReview(tx: Tx, row: NewReview): Promise<boolean> {
  return insertOnce(tx, 'captureReview', row)
}

/** The second reviewer's word, or the first one's that it is taken back. */
export async function setDecision(
  tx: Tx,
  id: string,
  by: { decision: 'CONFIRMED' | 'REJECTED' | 'WITHDRAWN'; by: string; reason: string },
): Promise<void> {
  await tx.updateTable('captureReview').set(decided(by)).where('id', '=', id).execute()
}
