import { auditStaff } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { type Difference, findDifference } from '../store/differences.ts'
import { heal } from './reconcile.ts'

/** Asks the channel about a difference now. */
export async function retryDifference(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string },
): Promise<void> {
  const row = await read(deps, input.id)
  if (row.state !== 'OPEN') return
  await heal(deps, row)
  const { state } = await read(deps, input.id)
  await auditStaff(deps.db, staff, 'finance.differenceRetried', row.subject, {
    kind: row.kind,
    state,
  })
}

async function read(deps: Deps, id: string): Promise<Difference> {
  return (await findDifference(deps.db, id)) ?? refuse('order.differenceNotFound')
}
