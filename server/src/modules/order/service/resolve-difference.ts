import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  type Difference,
  findDifference,
  lockDifference,
  resolveDifference,
} from '../store/differences.ts'
import { heal } from './reconcile.ts'

/**
 * Somebody looked at a difference and says what was done about it. A repeat answers as the first time. While it is open it may have become
 * another: a notification tells another sum, an order has another fault.
 */
export async function settleDifference(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string; foundAt: string; reason: string },
): Promise<Difference> {
  await inTransaction(deps.db, async (tx) => {
    const row = (await lockDifference(tx, input.id)) ?? refuse('order.differenceNotFound')
    if (row.resolvedBy === staff.username && row.resolution === input.reason) return
    if (row.state !== 'OPEN') refuse('order.differenceResolved')
    if (row.foundAt.getTime() !== Date.parse(input.foundAt)) refuse('order.differenceStale')
    await resolveDifference(tx, input.id, staff.username, input.reason)
    await auditStaff(tx, staff, 'finance.differenceResolved', row.subject, {
      kind: row.kind,
      orderNo: row.orderNo,
      reason: input.reason,
    })
  })
  return read(deps, input.id)
}

/** Asks the channel about a difference now. */
export async function retryDifference(
  deps: Deps,
  staff: StaffAtWork,
  input: { id: string },
): Promise<Difference> {
  const row = await read(deps, input.id)
  if (row.state !== 'OPEN') return row
  await heal(deps, row)
  const after = await read(deps, input.id)
  await auditStaff(deps.db, staff, 'finance.differenceRetried', row.subject, {
    kind: row.kind,
    state: after.state,
  })
  return after
}

async function read(deps: Deps, id: string): Promise<Difference> {
  return (await findDifference(deps.db, id)) ?? refuse('order.differenceNotFound')
}
