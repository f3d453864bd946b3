import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireOwnSignCourse } from '../../sign/service.ts'
import { findConsent, insertConsent } from '../store/consent.ts'

/** Records that the student has read the text of this version and how they want to be checked. */
export async function giveConsent(
  deps: Deps,
  student: StudentActor,
  input: { signId: string; id: string; mode: 'CAMERA' | 'MANUAL'; version: string },
) {
  const course = await requireOwnSignCourse(deps.db, student, input.id, 'exam.notFound')
  if (course.signId !== input.signId) refuse('exam.notFound')
  const version = await deps.settings.get('exam.consentVersion')
  if (input.version !== version) refuse('exam.consentOutdated', { version })
  const before = await findConsent(deps.db, course.id)
  if (before?.version !== version || before.mode !== input.mode)
    await insertConsent(deps.db, { signCourseId: course.id, mode: input.mode, version })
  return {}
}
