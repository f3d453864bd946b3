import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { deletePlan, listDeskPlanCourses, lockDeskPlan } from '../../service/desk.ts'
import { planContentOf } from './save.ts'

/**
 * Only a draft that was never opened can be removed. @throws Refusal plan.notFound, plan.versionStale, plan.wasOpened
 */
export function removePlan(
  { db }: Pick<Deps, 'db'>,
  staff: StaffAtWork,
  { id, version }: { id: string; version: number },
) {
  return inTransaction(db, async (tx) => {
    const plan = await lockDeskPlan(tx, id)
    if (!plan) return refuse('plan.notFound')
    if (plan.state !== 'DRAFT') return refuse('plan.wasOpened')
    requireVersion(plan, version, 'plan.versionStale')
    const before = planContentOf(plan, await listDeskPlanCourses(tx, id))
    await deletePlan(tx, id)
    await auditStaff(tx, staff, 'plan.removed', id, { before })
    return null
  })
}
