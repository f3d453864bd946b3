import type { Tx } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffActor } from '../../../../platform/staff-calls.ts'
import { doesStaffHavePermission, lockRole } from '../store/roles.ts'

/** The last enabled account with this role cannot be changed. */
export const superAdminRole = 'SUPER_ADMIN'

/**
 * Checks again inside the transaction, one change at a time, so two administrators cannot disable each other. @throws
 * Refusal staff.forbidden.
 */
export async function requireManagerInTransaction(tx: Tx, { staffId }: Pick<StaffActor, 'staffId'>): Promise<void> {
  await lockRole(tx, superAdminRole)
  if (!(await doesStaffHavePermission(tx, staffId, 'staff.manage'))) refuse('staff.forbidden')
}
