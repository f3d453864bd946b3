import { actorOfEmployer, actorOfStudent } from '../../platform/audit.ts'
import type { Owner } from './store/invoices.ts'

/** An invoice's owner as audit rows tell it. */
export function actorOf(owner: Owner): string {
  return 'studentId' in owner
    ? actorOfStudent(owner.studentId)
    : actorOfEmployer(owner.organisationId)
}
