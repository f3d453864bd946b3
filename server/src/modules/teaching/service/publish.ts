import { publishProblems } from '@ce/contract/paper-rules'
import { audit, auditStaff } from '../../../platform/audit.ts'
import { publishContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { countBankQuestions } from '../../catalogue/question/service/banks.ts'
import { emptyOpenFindings, loadOpenFindingsByCourse } from '../../catalogue/question/service/findings.ts'
import {
  type CourseVersionRow,
  closeVersionMove,
  findVersion,
  findYearRequiringCourse,
  listOpenVersionMoves,
  lockCourseWithdrawals,
  lockDeskCourse,
  type OpenVersionMove,
  publishCourseVersion,
  setCourseWithdrawn,
} from '../../catalogue/service/desk.ts'
import { countMovedSignCourses, listUnmoved, moveUnbegun } from '../../learning/sign/service.ts'
import { announce } from '../../message/service/announce.ts'
import { notify } from '../../message/service.ts'
import { hashArticlesForAudit, lessonRequirementsOfDraft } from '../draft.ts'
import { courseVersionMovedMessage, courseWithdrawnAnnouncement } from '../messages.ts'
import { loadVersionContent } from './save-draft.ts'

const batch = 500

interface Publishing {
  courseId: string
  versionId: string
  revision: number
  note: string
}

/**
 * Signs without study move to the new version later (decision 009). The course lock keeps the
 * question bank stable. @throws Refusal teaching.notFound, teaching.versionStale, teaching.notReady with all problems
 */
export function publishDraft({ db }: Pick<Deps, 'db'>, staff: StaffAtWork, input: Publishing) {
  return inTransaction(db, async (tx) => {
    const { courseId, versionId, revision, note } = input
    const course = await lockDeskCourse(tx, courseId)
    const version = await findVersion(tx, versionId)
    if (!course || version?.courseId !== courseId) return refuse('teaching.notFound')
    if (version.publishedAt && version.revision === revision && version.note === note) return { no: version.no }
    if (version.publishedAt || version.revision !== revision)
      return refuse('teaching.versionStale', { by: version.publishedBy ?? version.updatedBy })
    const after = await requireReady(tx, version)
    await publishCourseVersion(tx, { courseId, versionId }, { by: staff.username, note })
    const detail = { no: version.no, note, after }
    await auditStaff(tx, staff, 'teaching.published', courseId, detail)
    await publishContentChanged(tx)
    return { no: version.no }
  })
}

async function requireReady(tx: Tx, version: CourseVersionRow) {
  const content = await loadVersionContent(tx, version)
  const { courseId } = version
  const bank = await countBankQuestions(tx, courseId)
  const findings = (await loadOpenFindingsByCourse(tx, [courseId])).get(courseId) ?? emptyOpenFindings
  const draft = { lessons: lessonRequirementsOfDraft(content.lessons), rules: version }
  const problems = publishProblems(draft, bank, findings)
  if (problems.length > 0)
    refuse('teaching.notReady', {
      problem: problems.join('；'),
      problems,
      questions: findings.questions.filter(({ serious }) => serious),
    })
  return hashArticlesForAudit(content)
}

/**
 * Students who chose a withdrawn course keep it. @throws Refusal teaching.notFound, teaching.notPublished,
 * teaching.neededByPlan
 */
export function withdrawCourse(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, withdrawn, reason }: { id: string; withdrawn: boolean; reason: string },
) {
  return inTransaction(db, async (tx) => {
    if (withdrawn) await lockCourseWithdrawals(tx)
    const course = await lockDeskCourse(tx, id)
    if (!course) return refuse('teaching.notFound')
    if (course.state === 'DRAFT') return refuse('teaching.notPublished')
    const state = withdrawn ? ('WITHDRAWN' as const) : ('PUBLISHED' as const)
    if (course.state === state) return { state }
    const year = withdrawn ? await findYearRequiringCourse(tx, id) : undefined
    if (year) return refuse('teaching.neededByPlan', { year })
    await setCourseWithdrawn(tx, id, { withdrawn, updatedBy: staff.username })
    const action = withdrawn ? 'teaching.withdrawn' : 'teaching.restored'
    await auditStaff(tx, staff, action, id, { reason })
    await publishContentChanged(tx)
    if (withdrawn) await announce(tx, courseWithdrawnAnnouncement(course))
    return { state }
  })
}

/**
 * Any process can continue this job, because its state is only in the rows (decision 038). @param stopping ends the job
 * between two batches
 */
export async function moveWaitingSigns({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const job = 'teaching.moveWaiting'
  await sweepItemsOneByOne(db, {
    job,
    items: await listOpenVersionMoves(db, job),
    subjectOf: ({ versionId }) => versionId,
    work: (move) => moveCourse(db, move, stopping),
    goesOn: continueUntilStopped(stopping),
  })
}

async function moveCourse(db: Deps['db'], move: OpenVersionMove, stopping?: AbortSignal): Promise<void> {
  const ids = await listUnmoved(db, move)
  for (let at = 0; at < ids.length; at += batch) {
    stopping?.throwIfAborted()
    if (!(await moveBatch(db, move, ids.slice(at, at + batch)))) return
  }
  /**
   * The move is closed only when no sign is left, because some were skipped, and new ones may appear during
   * publication.
   */
  if (ids.length === 0 && move.settled) await close(db, move)
}

/** @returns false if another version was published meanwhile */
function moveBatch(db: Deps['db'], move: OpenVersionMove, ids: readonly string[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // The course lock lets only one batch per course run at a time, and none during a publication.
    const course = await lockDeskCourse(tx, move.courseId)
    if (course?.currentVersionId !== move.versionId) return false
    const moved = await moveUnbegun(tx, move, ids)
    await notify(tx, ...moved.map((one) => courseVersionMovedMessage(one, move.versionId)))
    return true
  })
}

async function close(db: Deps['db'], move: OpenVersionMove): Promise<void> {
  const { courseId, versionId, no } = move
  const { moved } = await countMovedSignCourses(db, move)
  await inTransaction(db, async (tx) => {
    if (!(await closeVersionMove(tx, versionId, moved)) || moved === 0) return
    const detail = { no, moved }
    await audit(tx, { actor: 'system', action: 'teaching.moved', subject: courseId, detail })
  })
}
