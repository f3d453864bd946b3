import { auditStaff } from '../../../../platform/audit.ts'
import { publishContentChanged } from '../../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { loadSiteConstants } from '../../../content/first_page/service/site.ts'
import { announce } from '../../../message/service/announce.ts'
import {
  type DeskPlan,
  findDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  lockPlanCourses,
  openPlan,
  setPlanClosed,
} from '../../service/desk.ts'
import { planOpeningProblems, questionBankProblems } from '../changes.ts'
import { planClosedAnnouncement } from '../messages.ts'
import { addCourseQuestionBanks } from './desk.ts'

/** @throws Refusal plan.notFound, plan.versionStale, plan.notReady with all problems */
export function openPlanForStudents(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, version }: { id: string; version: number },
) {
  return inTransaction(db, async (tx) => {
    const plan = await lockDeskPlan(tx, id)
    if (!plan) return refuse('plan.notFound')
    if (plan.state !== 'DRAFT') return { state: plan.state }
    requireVersion(plan, version, 'plan.versionStale')
    await requirePlanReady(tx, plan)
    await openPlan(tx, id)
    await auditStaff(tx, staff, 'plan.opened', id, { year: plan.year })
    await publishContentChanged(tx)
    return stateOf(tx, id)
  })
}

/** Closing a closed plan succeeds. @throws Refusal plan.notFound, plan.notOpened */
export function closePlan(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, closed, reason }: { id: string; closed: boolean; reason: string },
) {
  return inTransaction(db, async (tx) => {
    const plan = await lockDeskPlan(tx, id)
    if (!plan) return refuse('plan.notFound')
    if (plan.state === 'DRAFT') return refuse('plan.notOpened')
    if (plan.closedEarly === closed) return { state: plan.state }
    if (!closed) await requirePlanReady(tx, plan)
    await setPlanClosed(tx, id, closed)
    const detail = { year: plan.year, reason }
    await auditStaff(tx, staff, closed ? 'plan.closed' : 'plan.opened', id, detail)
    await publishContentChanged(tx)
    await announce(tx, planClosedAnnouncement(plan, closed))
    return stateOf(tx, id)
  })
}

/**
 * Refuses a plan that is not complete.
 * @param had courses that the plan already has, whose problems must not block other changes
 * @throws Refusal plan.notReady with all problems
 */
export async function requirePlanReady(
  tx: Tx,
  plan: Pick<DeskPlan, 'id' | 'year' | 'requiredProfessional'>,
  had: readonly string[] = [],
): Promise<void> {
  await lockPlanCourses(tx, plan.id)
  const { organizer } = await loadSiteConstants(tx)
  const courses = await listDeskPlanCourses(tx, plan.id)
  const asked = courses.filter(({ courseId }) => !had.includes(courseId))
  const banks = await addCourseQuestionBanks(tx, plan.year, asked)
  const problems = [...planOpeningProblems(plan, courses, organizer), ...questionBankProblems(banks)]
  if (problems.length > 0)
    refuse('plan.notReady', {
      problem: problems.join('；'),
      problems,
      courses: banks.map(({ courseId, title, findings }) => ({ courseId, title, findings })),
    })
}

async function stateOf(tx: Tx, id: string) {
  const plan = await findDeskPlan(tx, id)
  return plan ? { state: plan.state } : refuse('plan.notFound')
}
