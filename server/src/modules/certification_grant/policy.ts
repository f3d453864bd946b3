import type { StudentActor } from '../../platform/auth/sessions.ts'

/** A proof's full page and PDF are its student's; others have the public verification. */
export function maySeeProof(student: StudentActor, proof: { studentId: string }): boolean {
  return proof.studentId === student.studentId
}

/** Behind an hour a student is led to sittings of their own. */
export function maySeeSitting(student: StudentActor, sitting: { studentId: string }): boolean {
  return sitting.studentId === student.studentId
}
