import type { Permission } from '@ce/contract'
import { permittedKeys } from '../../../platform/known-keys.ts'

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

export type AuditSubjectKind = keyof typeof kindPermissions

export function readableSubjectKinds(permissions: ReadonlySet<Permission>): AuditSubjectKind[] {
  return permittedKeys(kindPermissions, permissions)
}
