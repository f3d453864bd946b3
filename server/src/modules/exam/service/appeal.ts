import { auditStaff } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { notify } from '../../message/service.ts'
import { findSignCourse } from '../../sign/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { appealAnsweredMessage } from '../messages.ts'
import {
  type Appeal,
  type AppealFilter,
  answerAppealRow,
  findAppeal,
  insertAppeal,
  listAppeals,
} from '../store/appeals.ts'
import { findAttempt } from '../store/attempts.ts'
import { chainOf } from './answer-log.ts'
import { requireEnded } from './ended.ts'
import { paperOf, reviewedQuestions } from './review.ts'

/** 申诉: one for each ended sitting; the same words again get the first answer. */
export async function appeal(
  deps: Deps,
  student: StudentActor,
  { attemptId, text }: { attemptId: string; text: string },
) {
  await requireEnded(deps, student, attemptId)
  const { studentId } = student
  const first = await insertAppeal(deps.db, { attemptId, studentId, text })
  const there = await findAppeal(deps.db, attemptId)
  if (!there || (!first && there.text !== text)) return refuse('exam.appealed')
  return there
}

/** What the candidate did, for whoever is to judge it: only of a sitting that was appealed, and written down each time. */
export async function readAppealedPaper(
  deps: Deps,
  staff: StaffAtWork,
  { attemptId }: { attemptId: string },
) {
  const there = await findAppeal(deps.db, attemptId)
  const attempt = there && (await findAttempt(deps.db, attemptId, 0))
  if (!attempt) return refuse('exam.appealNotFound')
  const paper = await paperOf(deps.db, attempt)
  const questions = await reviewedQuestions(deps.db, attempt, paper)
  const chain = await chainOf(deps, attempt)
  await auditStaff(deps.db, staff, 'exam.paperRead', attemptId)
  return { questions, ...chain }
}

/** What staff say to it. What they do about it is a decision of its own. */
export async function answerAppeal(
  deps: Deps,
  staff: StaffAtWork,
  { attemptId, uphold, answer }: { attemptId: string; uphold: boolean; answer: string },
) {
  return inTransaction(deps.db, async (tx) => {
    const there = await findAppeal(tx, attemptId)
    if (!there) return refuse('exam.appealNotFound')
    const state = uphold ? 'UPHELD' : 'REJECTED'
    if (!(await answerAppealRow(tx, attemptId, { state, answer, answeredBy: staff.staffId }))) {
      const answered = await findAppeal(tx, attemptId)
      if (answered?.state === state && answered.answer === answer) return toShown(answered)
      return refuse('exam.appealAnswered', { by: answered?.answeredBy })
    }
    await auditStaff(tx, staff, 'exam.appealAnswered', attemptId, { uphold, answer })
    await tellOfAnswer(tx, attemptId, uphold)
    const answered = await findAppeal(tx, attemptId)
    return answered ? toShown(answered) : refuse('exam.appealNotFound')
  })
}

function toShown({ phone, ...appeal }: Appeal) {
  return { ...appeal, phoneMasked: maskPhone(phone) }
}

async function tellOfAnswer(tx: Tx, attemptId: string, upheld: boolean): Promise<void> {
  const attempt = await findAttempt(tx, attemptId, 0)
  const course = attempt && (await findSignCourse(tx, attempt.signCourseId))
  if (!course) throw new Error('the sitting of an appeal is gone')
  await notify(tx, appealAnsweredMessage({ attemptId, no: attempt.no, course }, upheld))
}

/** A page of appeals for the desk, those of one state or all. */
export async function deskAppeals({ db }: Deps, filter: AppealFilter) {
  const { list, ...page } = await listAppeals(db, filter)
  return { list: list.map(toShown), ...page }
}
