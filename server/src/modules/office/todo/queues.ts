import type { Permission } from '@ce/contract'
import { permittedKeys } from '../../../platform/known-keys.ts'

/** Permission to work on each queue, in display order. */
const queuePermissions = {
  REDUCTION_FIRST: 'reduction.review',
  REDUCTION_FINAL: 'reduction.review',
  REDUCTION_SAMPLE: 'reduction.review',
  CAPTURE_OPEN: 'capture.review',
  CAPTURE_SECOND: 'capture.review',
  EXAM_DECISION: 'exam.decide',
  EXAM_REGRADE: 'exam.decide',
  EXAM_APPEAL: 'exam.decide',
  MERGE: 'student.merge',
  CORRECTION: 'student.edit',
  REFUND: 'finance.refund',
  DIFFERENCE: 'finance.resolve',
  CLOSED_MONEY: 'finance.resolve',
  INVOICE_PENDING: 'invoice.issue',
  INVOICE_ISSUING: 'invoice.issue',
  INVOICE_REVERSE: 'invoice.issue',
  INVOICE_TAX: 'invoice.issue',
  PROOF_FONT: 'proof.font',
  LEGAL_TEXT: 'site.edit',
  DELIVERY: 'message.deliver',
} as const satisfies Record<string, Permission>

export type TodoQueueName = keyof typeof queuePermissions

export function permittedTodoQueues(permissions: ReadonlySet<Permission>): TodoQueueName[] {
  return permittedKeys(queuePermissions, permissions)
}
