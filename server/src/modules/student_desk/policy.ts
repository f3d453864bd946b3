import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** Two accounts become one by two people: who proposed it does not decide it. */
export function mayDecide(
  staff: Pick<StaffActor, 'staffId'>,
  merge: { proposedBy: string },
): boolean {
  return merge.proposedBy !== staff.staffId
}

/** Who proposed it may take it back; others reject it. */
export function mayWithdraw(
  staff: Pick<StaffActor, 'staffId'>,
  merge: { proposedBy: string },
): boolean {
  return merge.proposedBy === staff.staffId
}
