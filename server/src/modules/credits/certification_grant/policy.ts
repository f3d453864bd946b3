import type { StudentActor } from '../../../platform/auth/sessions.ts'

/** Only the owner may see a proof here; other people use the public verification. */
export function maySeeProof(student: StudentActor, proof: { studentId: string }): boolean {
  return proof.studentId === student.studentId
}

export function maySeeAttempt(student: StudentActor, sitting: { studentId: string }): boolean {
  return sitting.studentId === student.studentId
}
