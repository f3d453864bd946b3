import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import { findLastRehearsal, insertRehearsal, type Rehearsal } from '../store/people.ts'

export async function readRehearsal({ db }: Deps, student: StudentActor) {
  const [last, serverNow] = await Promise.all([
    findLastRehearsal(db, student.studentId),
    appNow(db),
  ])
  return { last: last ?? null, serverNow }
}

/** The way of an answer there and back, database included, that leaves nothing behind. */
export async function rehearseSave(
  { db }: Deps,
  { seq, answers, padding }: { seq: number; answers: Answers; padding: string },
) {
  return { savedSeq: seq, answers, received: padding.length, serverNow: await appNow(db) }
}

/** 考前自检: what the student's own device found, for them and for staff to see. */
export async function rehearse(
  { db }: Deps,
  { studentId }: StudentActor,
  input: Omit<Rehearsal, 'at'> & { id: string; notes: Record<string, string> },
) {
  const kept = await insertRehearsal(db, { ...input, studentId })
  return kept ?? refuse('common.notFound')
}
