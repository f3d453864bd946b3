import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { insertOnce } from '../../../platform/db/insert-once.ts'
import { countQueryRows, type PageRequest, selectPage } from '../../../platform/db/page.ts'
import { createProposalTable, proposalColumns } from '../../../platform/db/proposals.ts'

export type ReviewState = 'OPEN' | 'PROPOSED' | 'DONE'

/** The `review` flag of a running attempt is not final, so only submitted attempts are selected. */
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
      sql<'STUDENT' | 'DEADLINE' | 'SEALED' | 'STAFF' | null>`attempt.submitted_by`.as('submittedBy'),
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
        where attempt_id = attempt.id and (decision is null or decision = 'CONFIRMED')), 'OPEN')`.as('state'),
    ])

export type ReviewedAttemptRow = Awaited<ReturnType<typeof findReviewedAttempt>>

export function findReviewedAttempt(db: Db, attemptId: string) {
  return selectHead(db)
    .select([
      'student.idNo',
      'student.certificateNo',
      'student.phone',
      'student.avatarFileId',
      sql<boolean>`review or exists (select from capture_review where attempt_id = attempt.id)`.as('flagged'),
    ])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
}

export interface ReviewFilter extends PageRequest {
  state: ReviewState
  year?: number | undefined
}

function inList(db: Db, { state, year }: Pick<ReviewFilter, 'state' | 'year'>) {
  // The array subquery runs first: few attempts have a review, and a join would visit all attempts.
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

const orderOf = (state: ReviewState) => (state === 'DONE' ? 'desc' : 'asc')

export function listReviewedAttempts(db: Db, filter: ReviewFilter) {
  const order = orderOf(filter.state)
  const rows = inList(db, filter).orderBy('attempt.submittedAt', order).orderBy('attempt.id', order)
  return selectPage(rows, filter)
}

/** Finds the previous and the next attempt of the list, even when the given attempt is not in the list any more. */
export async function findAdjacentAttempts(
  db: Db,
  { attemptId, ...filter }: Pick<ReviewFilter, 'state' | 'year'> & { attemptId: string },
) {
  const others = inList(db, filter).clearSelect().where('attempt.id', '<>', attemptId)
  const here = sql`(select submitted_at, id from attempt where id = ${attemptId})`
  const place = sql`(attempt.submitted_at, attempt.id)`
  const nearest = async (order: 'asc' | 'desc') => {
    const beyond = order === 'asc' ? sql<boolean>`${place} > ${here}` : sql<boolean>`${place} < ${here}`
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
    await countQueryRows(others),
  ]
  return { previous, next, others: count }
}

export function listCapturePictures(db: Db, attemptId: string) {
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
    .select(['captureReview.id', 'attemptId', 'proposal', 'ground', 'compared', 'causes', ...proposalColumns])

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>

export function findReview(db: Db, id: string) {
  return selectReview(db).where('captureReview.id', '=', id).executeTakeFirst()
}

export const reviewProposalTable = createProposalTable(
  'captureReview',
  { state: 'decision', reason: 'decideReason' },
  findReview,
)

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

/** Returns false when the id is taken or the attempt already has an open or confirmed review. */
export function insertReview(tx: Tx, row: NewReview): Promise<boolean> {
  return insertOnce(tx, 'captureReview', row)
}
