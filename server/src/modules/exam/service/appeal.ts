import { isDeepStrictEqual } from 'node:util'
import type { AppealRemedy } from '@ce/contract/appeal-remedies'
import { auditStaff } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findSignCourse } from '../../learning/sign/service.ts'
import { notify } from '../../message/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { appealAnsweredMessage } from '../messages.ts'
import {
  type Appeal,
  type AppealFilter,
  findAppeal,
  findOpenDecisionProposal,
  insertAppeal,
  listAppeals,
  setAppealAnswer,
} from '../store/appeals.ts'
import { findAttempt } from '../store/attempts.ts'
import { findStartedPaper } from '../store/papers.ts'
import { verifyAnswerLog } from './answer-log.ts'
import { proposeAttemptDecisionInTransaction } from './decide.ts'
import { requireEndedAttempt } from './result.ts'
import { listReviewedQuestions, requirePaper } from './review.ts'

/**
 * A student may appeal once against the result of an ended attempt and once against each later decision on it. A repeat
 * gets the first response.
 */
export async function submitAppeal(
  deps: Deps,
  student: StudentActor,
  { attemptId, text }: { attemptId: string; text: string },
) {
  await requireEndedAttempt(deps, student, attemptId)
  const { studentId } = student
  const first = await insertAppeal(deps.db, { attemptId, studentId, text })
  const there = await findAppeal(deps.db, attemptId)
  if (!there || (!first && there.text !== text)) return refuse('exam.appealed')
  return there
}

/** Only appealed attempts can be read, and each view is audited. */
export async function readAppealedPaper(deps: Deps, staff: StaffAtWork, { attemptId }: { attemptId: string }) {
  const there = await findAppeal(deps.db, attemptId)
  const attempt = there && (await findAttempt(deps.db, attemptId, 0))
  if (!attempt) return refuse('exam.appealNotFound')
  const paper = await requirePaper(deps.db, attempt)
  const questions = await listReviewedQuestions(deps.db, attempt, paper)
  const chain = await verifyAnswerLog(deps, attempt)
  await auditStaff(deps.db, staff, 'exam.paperRead', attemptId)
  return { questions, ...chain }
}

interface Answered {
  attemptId: string
  /** Without an id the last appeal of the attempt is used. */
  id?: string | undefined
  uphold: boolean
  answer: string
  remedy?: AppealRemedy | undefined
  /** The client chooses the id of the proposal that the answer creates. */
  decisionId?: string | undefined
  questionId?: string | undefined
  remedyReason?: string | undefined
}

/**
 * The remedy of an upheld appeal is a proposal for a second person, a question to regrade, or a reason for having none
 * (docs/rules/exam.md#appeal).
 */
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
    // Another staff member answered the appeal first, so roll back the proposal too.
    if (!(await setAppealAnswer(tx, id, row)))
      return refuse('exam.appealAnswered', {
        by: (await findAppeal(tx, attemptId, id))?.answeredBy,
      })
    await auditStaff(tx, staff, 'exam.appealAnswered', attemptId, { uphold, answer, ...told })
    await tellOfAnswer(tx, there, remedy)
    const answered = await findAppeal(tx, attemptId, id)
    return answered ? toShown(answered) : refuse('exam.appealNotFound')
  })
}

/** Reuses an identical open proposal. Returns null when the remedy needs no proposal. */
async function askForRemedy(
  tx: Tx,
  staff: StaffAtWork,
  there: Appeal,
  { attemptId, uphold, remedy, decisionId, answer }: Answered,
): Promise<string | null> {
  if (!uphold || (remedy !== 'RESTORE' && remedy !== 'RESET') || !decisionId) return null
  const waiting = await findOpenDecisionProposal(tx, attemptId, remedy)
  if (waiting) return waiting.id
  const reason = `申诉获支持：${answer}`.slice(0, 300)
  await proposeAttemptDecisionInTransaction(tx, staff, {
    id: decisionId,
    attemptId: there.attemptId,
    kind: remedy,
    reason,
  })
  return decisionId
}

async function requireAsked(tx: Tx, { attemptId, uphold, remedy, questionId }: Answered) {
  if (!uphold || remedy !== 'REGRADE' || !questionId) return null
  const paper = await findStartedPaper(tx, attemptId)
  const problem = '这道题不在这份答卷里'
  if (!paper?.paper.questions.some(({ id }) => id === questionId))
    refuse('common.invalid', { problem: `试题：${problem}`, fields: { questionId: problem } })
  return questionId
}

function toShown({ phone, ...appeal }: Appeal) {
  return { ...appeal, phoneMasked: maskPhone(phone) }
}

async function tellOfAnswer(tx: Tx, { id, attemptId }: Appeal, remedy: AppealRemedy | null): Promise<void> {
  const attempt = await findAttempt(tx, attemptId, 0)
  const course = attempt && (await findSignCourse(tx, attempt.signCourseId))
  if (!course) throw new Error('the sitting of an appeal is gone')
  await notify(tx, appealAnsweredMessage({ attemptId, no: attempt.no, course }, { id, remedy }))
}

export async function deskAppeals({ db }: Deps, filter: AppealFilter) {
  const { list, ...page } = await listAppeals(db, filter)
  return { list: list.map(toShown), ...page }
}
