import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Answers } from '../grade.ts'
import {
  findLastRehearsal,
  findRehearsal,
  insertRehearsal,
  lockRehearsals,
  type Rehearsal,
} from '../store/people.ts'

/** A student's last rehearsal and the server's time; null: none yet. */
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
  { seq, answers }: { seq: number; answers: Answers },
) {
  return { savedSeq: seq, answers, serverNow: await appNow(db) }
}

/** 考前自检: what the student's own device found, for them and for staff to see. So many are kept in a day. */
export async function rehearse(
  { db, settings }: Deps,
  { studentId }: StudentActor,
  input: Omit<Rehearsal, 'at'> & { id: string; notes: Record<string, string> },
) {
  const most = await settings.get('exam.rehearsalsPerDay')
  return inTransaction(db, async (tx) => {
    const today = await lockRehearsals(tx, studentId)
    const there = await findRehearsal(tx, input.id)
    if (there) return there.studentId === studentId ? there : refuse('common.notFound')
    if (today >= most) refuse('exam.tooManyRehearsals', { count: today })
    return insertRehearsal(tx, { ...input, studentId })
  })
}
