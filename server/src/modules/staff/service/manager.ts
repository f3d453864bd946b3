import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/staff-calls.ts'
import { holdsPermission, lockRole } from '../store/roles.ts'

/** the last enabled account that holds it stays as it is: somebody must be able to make the others */
export const superAdmin = 'SUPER_ADMIN'

/**
 * Whether who asks may still manage accounts, now that it is written. One such change at a time: of two administrators
 * disabling each other, the second finds it done.
 * @throws Refusal staff.forbidden
 */
export async function requireManager(
  tx: Tx,
  { staffId }: Pick<StaffActor, 'staffId'>,
): Promise<void> {
  await lockRole(tx, superAdmin)
  if (!(await holdsPermission(tx, staffId, 'staff.manage'))) refuse('staff.forbidden')
}
