import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireOwnSignCourse } from '../../learning/sign/service.ts'
import { examConsentVersionOf } from '../consent-text.ts'
import type { AnswersByQuestion } from '../grade.ts'
import { findExamConsent, insertExamConsent, lockExamConsents } from '../store/consent.ts'
import { findLastRehearsal, findRehearsal, insertRehearsal, lockRehearsals, type Rehearsal } from '../store/people.ts'

export async function readRehearsal({ db }: Deps, student: StudentActor) {
  const [last, serverNow] = await Promise.all([findLastRehearsal(db, student.studentId), appNow(db)])
  return { last: last ?? null, serverNow }
}

/** Simulates saving an answer: reads and writes the database but leaves no row. */
export async function rehearseSave({ db }: Deps, { seq, answers }: { seq: number; answers: AnswersByQuestion }) {
  return { savedSeq: seq, answers, serverNow: await appNow(db) }
}

export async function recordRehearsal(
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

export async function recordExamConsent(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string; mode: 'CAMERA' | 'MANUAL'; version: string },
) {
  const course = await requireOwnSignCourse(deps.db, student, input.id, 'exam.notFound')
  if (course.signId !== input.signId) refuse('exam.notFound')
  const settings = await deps.settings.all()
  const version = examConsentVersionOf(settings)
  if (input.version !== version) refuse('exam.consentOutdated', { version })
  const row = { signCourseId: course.id, mode: input.mode, version }
  return inTransaction(deps.db, async (tx) => {
    const today = await lockExamConsents(tx, course.id)
    const before = await findExamConsent(tx, course.id)
    if (before?.version === version && before.mode === input.mode) return {}
    if (today >= settings['exam.consentsPerDay']) refuse('exam.tooManyConsents')
    await insertExamConsent(tx, row)
    return {}
  })
}
