import { isDeepStrictEqual } from 'node:util'
import type { AppealRemedy } from '@ce/contract/appeal-remedies'
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
  findWaiting,
  insertAppeal,
  listAppeals,
} from '../store/appeals.ts'
import { findAttempt } from '../store/attempts.ts'
import { findPaper } from '../store/papers.ts'
import { chainOf } from './answer-log.ts'
import { askWithin } from './decide.ts'
import { requireEnded } from './ended.ts'
import { paperOf, reviewedQuestions } from './review.ts'

/** 申诉: one for each decision about an ended sitting, its result being the first; the same words again get the first answer. */
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

interface Answered {
  attemptId: string
  /** which of the sitting's; the last one where it is not said */
  id?: string | undefined
  uphold: boolean
  answer: string
  remedy?: AppealRemedy | undefined
  /** of the proposal that follows, made by the client */
  decisionId?: string | undefined
  questionId?: string | undefined
  remedyReason?: string | undefined
}

/** What staff say to it, and what follows where it is upheld: a proposal that a second person decides, a question to look at again, or why nothing does. */
export async function answerAppeal(deps: Deps, staff: StaffAtWork, input: Answered) {
  const { attemptId, uphold, answer } = input
  return inTransaction(deps.db, async (tx) => {
    const there = await findAppeal(tx, attemptId, input.id)
    if (!there) return refuse('exam.appealNotFound')
    const { id } = there
    const state = uphold ? 'UPHELD' : 'REJECTED'
    const remedy = (uphold && input.remedy) || null
    const remedyReason = input.remedyReason ?? null
    if (there.state !== 'OPEN') {
      const { answer: said, questionId } = there
      const same =
        there.state === state &&
        isDeepStrictEqual(
          [said, there.remedy, there.remedyReason, questionId],
          [answer, remedy, remedyReason, input.questionId ?? null],
        )
      return same ? toShown(there) : refuse('exam.appealAnswered', { by: there.answeredBy })
    }
    const decisionId = await askForRemedy(tx, staff, there, input)
    const questionId = await requireAsked(tx, input)
    const told = { remedy, remedyReason, decisionId, questionId }
    const row = { state, answer, answeredBy: staff.staffId, ...told } as const
    // another answer was written at this moment: what was asked for goes with ours
    if (!(await answerAppealRow(tx, id, row)))
      return refuse('exam.appealAnswered', {
        by: (await findAppeal(tx, attemptId, id))?.answeredBy,
      })
    await auditStaff(tx, staff, 'exam.appealAnswered', attemptId, { uphold, answer, ...told })
    await tellOfAnswer(tx, there, remedy)
    const answered = await findAppeal(tx, attemptId, id)
    return answered ? toShown(answered) : refuse('exam.appealNotFound')
  })
}

/** The request that a second person decides: ours, or the same one that waits already. Null: the remedy is none of them. */
async function askForRemedy(
  tx: Tx,
  staff: StaffAtWork,
  there: Appeal,
  { attemptId, uphold, remedy, decisionId, answer }: Answered,
): Promise<string | null> {
  if (!uphold || (remedy !== 'RESTORE' && remedy !== 'RESET') || !decisionId) return null
  const waiting = await findWaiting(tx, attemptId, remedy)
  if (waiting) return waiting.id
  const reason = `申诉获支持：${answer}`.slice(0, 300)
  await askWithin(tx, staff, { id: decisionId, attemptId: there.attemptId, kind: remedy, reason })
  return decisionId
}

/** The question must have been asked in this very sitting. */
async function requireAsked(tx: Tx, { attemptId, uphold, remedy, questionId }: Answered) {
  if (!uphold || remedy !== 'REGRADE' || !questionId) return null
  const paper = await findPaper(tx, attemptId)
  const problem = '这道题不在这份答卷里'
  if (!paper?.paper.questions.some(({ id }) => id === questionId))
    refuse('common.invalid', { problem: `试题：${problem}`, fields: { questionId: problem } })
  return questionId
}

function toShown({ phone, ...appeal }: Appeal) {
  return { ...appeal, phoneMasked: maskPhone(phone) }
}

async function tellOfAnswer(
  tx: Tx,
  { id, attemptId }: Appeal,
  remedy: AppealRemedy | null,
): Promise<void> {
  const attempt = await findAttempt(tx, attemptId, 0)
  const course = attempt && (await findSignCourse(tx, attempt.signCourseId))
  if (!course) throw new Error('the sitting of an appeal is gone')
  await notify(tx, appealAnsweredMessage({ attemptId, no: attempt.no, course }, { id, remedy }))
}

/** A page of appeals for the desk, those of one state or all. */
export async function deskAppeals({ db }: Deps, filter: AppealFilter) {
  const { list, ...page } = await listAppeals(db, filter)
  return { list: list.map(toShown), ...page }
}
