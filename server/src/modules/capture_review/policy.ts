import type { StaffActor } from '../../platform/auth/staff-sessions.ts'

/** Nobody is punished by one person's word: who proposed it does not decide it. */
export function mayDecide(
  staff: Pick<StaffActor, 'staffId'>,
  review: { proposedBy: string },
): boolean {
  return review.proposedBy !== staff.staffId
}

/** The number to ring, masked, is for who may look at students anyway. */
export function maySeePhone(staff: Pick<StaffActor, 'permissions'>): boolean {
  return staff.permissions.has('student.read')
}

/** Who proposed it may take it back; others reject it. */
export function mayWithdraw(
  staff: Pick<StaffActor, 'staffId'>,
  review: { proposedBy: string },
): boolean {
  return review.proposedBy === staff.staffId
}
