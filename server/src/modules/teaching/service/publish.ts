import { publishProblems } from '@ce/contract/paper-rules'
import { auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  findVersion,
  lockDeskCourse,
  lockWithdrawals,
  publishVersion,
  setCourseWithdrawn,
  type Version,
  yearThatNeeds,
} from '../../catalogue/service/desk.ts'
import { announce } from '../../message/service.ts'
import { bankSize, noFindings, openFindings } from '../../question/service.ts'
import { needsOf, toldOf } from '../draft.ts'
import { withdrawnAnnouncement } from '../messages.ts'
import { contentOfVersion } from './save-draft.ts'

interface Publishing {
  courseId: string
  versionId: string
  revision: number
  note: string
}

/**
 * Makes a draft what is taught (decision 009): to who signs up from now on, and – by move-waiting.ts – to everybody who has not
 * begun the course. The course's row lock holds the bank still while it is judged. An identical repeat gets the first answer.
 * @throws Refusal teaching.notFound, teaching.versionStale, teaching.notReady saying all that is missing
 */
export function publishDraft({ db }: Pick<Deps, 'db'>, staff: StaffAtWork, input: Publishing) {
  return inTransaction(db, async (tx) => {
    const { courseId, versionId, revision, note } = input
    const course = await lockDeskCourse(tx, courseId)
    const version = await findVersion(tx, versionId)
    if (!course || version?.courseId !== courseId) return refuse('teaching.notFound')
    if (version.publishedAt && version.revision === revision && version.note === note)
      return { no: version.no }
    if (version.publishedAt || version.revision !== revision)
      return refuse('teaching.versionStale', { by: version.publishedBy ?? version.updatedBy })
    const after = await requireReady(tx, version)
    await publishVersion(tx, { courseId, versionId }, { by: staff.username, note })
    const detail = { no: version.no, note, after }
    await auditStaff(tx, staff, 'teaching.published', courseId, detail)
    await tellContentChanged(tx)
    return { no: version.no }
  })
}

async function requireReady(tx: Tx, version: Version) {
  const content = await contentOfVersion(tx, version)
  const { courseId } = version
  const bank = await bankSize(tx, courseId)
  const findings = (await openFindings(tx, [courseId])).get(courseId) ?? noFindings
  const draft = { lessons: needsOf(content.lessons), rules: version }
  const problems = publishProblems(draft, bank, findings)
  if (problems.length > 0)
    refuse('teaching.notReady', {
      problem: problems.join('；'),
      problems,
      questions: findings.questions.filter(({ serious }) => serious),
    })
  return toldOf(content)
}

/**
 * Offers a course to nobody new, or again. Who has signed up keeps it. A repeat answers alike.
 * @throws Refusal teaching.notFound, teaching.notPublished, teaching.neededByPlan
 */
export function withdrawCourse(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, withdrawn, reason }: { id: string; withdrawn: boolean; reason: string },
) {
  return inTransaction(db, async (tx) => {
    if (withdrawn) await lockWithdrawals(tx)
    const course = await lockDeskCourse(tx, id)
    if (!course) return refuse('teaching.notFound')
    if (course.state === 'DRAFT') return refuse('teaching.notPublished')
    const state = withdrawn ? ('WITHDRAWN' as const) : ('PUBLISHED' as const)
    if (course.state === state) return { state }
    const year = withdrawn ? await yearThatNeeds(tx, id) : undefined
    if (year) return refuse('teaching.neededByPlan', { year })
    await setCourseWithdrawn(tx, id, { withdrawn, updatedBy: staff.username })
    const action = withdrawn ? 'teaching.withdrawn' : 'teaching.restored'
    await auditStaff(tx, staff, action, id, { reason })
    await tellContentChanged(tx)
    if (withdrawn) await announce(tx, withdrawnAnnouncement(course))
    return { state }
  })
}
