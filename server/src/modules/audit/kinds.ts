import type { Permission } from '@ce/contract'
import { openedBy } from '../../platform/opened-by.ts'

/** What the log tells of that a row may still name, and who may read that name: as at the desk where it stands. */
const kindPermissions = {
  STUDENT: 'student.read',
  ATTEMPT: 'exam.read',
  REDUCTION: 'reduction.read',
  PROOF: 'proof.read',
  INVOICE: 'invoice.read',
  ORGANISATION: 'organisation.read',
  INVITATION: 'organisation.read',
  POSTER: 'poster.read',
  QUESTION: 'question.read',
  COURSE: 'teaching.read',
  SIGN_COURSE: 'teaching.read',
  PLAN: 'teaching.read',
  STAFF: 'audit.read',
} as const satisfies Record<string, Permission>

export type Kind = keyof typeof kindPermissions

/** The kinds whose names these permissions open. */
export function readableKinds(permissions: ReadonlySet<Permission>): Kind[] {
  return openedBy(kindPermissions, permissions)
}
