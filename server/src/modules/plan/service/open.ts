import { auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type DeskPlan,
  findDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  lockPlanCourses,
  openPlan,
  setPlanClosed,
} from '../../catalogue/service/desk.ts'
import { readConstants } from '../../first_page/service.ts'
import { announce } from '../../message/service.ts'
import { bankProblems, openProblems } from '../changes.ts'
import { closedAnnouncement } from '../messages.ts'
import { courseBanks } from './course-banks.ts'

/**
 * Shows a plan to students. A repeat answers alike.
 * @throws Refusal plan.notFound, plan.versionStale, plan.notReady saying all that is missing
 */
export function openForStudents(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, version }: { id: string; version: number },
) {
  return inTransaction(db, async (tx) => {
    const plan = await lockDeskPlan(tx, id)
    if (!plan) return refuse('plan.notFound')
    if (plan.state !== 'DRAFT') return { state: plan.state }
    requireVersion(plan, version, 'plan.versionStale')
    await requireReady(tx, plan)
    await openPlan(tx, id)
    await auditStaff(tx, staff, 'plan.opened', id, { year: plan.year })
    await tellContentChanged(tx)
    return stateOf(tx, id)
  })
}

/** Stops the sign-up before its day, or lets it go on. A repeat answers alike. @throws Refusal plan.notFound, plan.notOpened */
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
    if (!closed) await requireReady(tx, plan)
    await setPlanClosed(tx, id, closed)
    const detail = { year: plan.year, reason }
    await auditStaff(tx, staff, closed ? 'plan.closed' : 'plan.opened', id, detail)
    await tellContentChanged(tx)
    await announce(tx, closedAnnouncement(plan, closed))
    return stateOf(tx, id)
  })
}

/**
 * @param had courses that students of the plan are examined in already: what their banks lack does not keep staff from another change
 * @throws Refusal plan.notReady saying all that is missing
 */
export async function requireReady(
  tx: Tx,
  plan: Pick<DeskPlan, 'id' | 'year' | 'requiredProfessional'>,
  had: readonly string[] = [],
): Promise<void> {
  await lockPlanCourses(tx, plan.id)
  const { organizer } = await readConstants(tx)
  const courses = await listDeskPlanCourses(tx, plan.id)
  const asked = courses.filter(({ courseId }) => !had.includes(courseId))
  const banks = await courseBanks(tx, plan.year, asked)
  const problems = [...openProblems(plan, courses, organizer), ...bankProblems(banks)]
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
