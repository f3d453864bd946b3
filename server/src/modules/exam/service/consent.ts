import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireOwnSignCourse } from '../../sign/service.ts'
import { consentVersionOf } from '../consent-text.ts'
import { findConsent, insertConsent, lockConsents } from '../store/consent.ts'

/** Records that the student has read the text of this version and how they want to be checked; the same again is one record. */
export async function giveConsent(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string; mode: 'CAMERA' | 'MANUAL'; version: string },
) {
  const course = await requireOwnSignCourse(deps.db, student, input.id, 'exam.notFound')
  if (course.signId !== input.signId) refuse('exam.notFound')
  const settings = await deps.settings.all()
  const version = consentVersionOf(settings)
  if (input.version !== version) refuse('exam.consentOutdated', { version })
  const row = { signCourseId: course.id, mode: input.mode, version }
  return inTransaction(deps.db, async (tx) => {
    const today = await lockConsents(tx, course.id)
    const before = await findConsent(tx, course.id)
    if (before?.version === version && before.mode === input.mode) return {}
    if (today >= settings['exam.consentsPerDay']) refuse('exam.tooManyConsents')
    await insertConsent(tx, row)
    return {}
  })
}
