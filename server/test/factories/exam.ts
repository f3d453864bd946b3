import { randomUUID } from 'node:crypto'
import type { ClientCalls } from '@ce/contract'
import { loadHoursTotals } from '../../src/modules/credits/hours/service.ts'
import { submitOverdueAttempts } from '../../src/modules/exam/service/finish.ts'
import { loadExamSummaries } from '../../src/modules/exam/service/summaries.ts'
import { call, deps, must, mustStaff, passTime } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeSign, type TestSign } from './sign.ts'
import { makeStaff } from './staff.ts'
import { finishStudy } from './study.ts'

export type StartedAttempt = ClientCalls['GET /exam/v1/start']['response']
export type ExamAnswers = Record<string, string[]>

export interface TestExam {
  sign: TestSign
  token: string
  exam: { signId: string; id: string }
}

type ExamRules = Partial<{
  attemptsPerRound: number
  randomCaptures: number
  examSeconds: number
  singleCount: number
}>

const plans = new Map<string, Promise<TestPlan>>()

/** The sign-up stays open for very long, because some test files move the clock by half a year. */
const open = { signEndAt: new Date('2160-01-01'), studyEndAt: new Date('2160-01-01') }

/** Test years are few, so each set of exam rules gets only one plan. */
export function makeExamPlan(rules: ExamRules = {}): Promise<TestPlan> {
  const key = JSON.stringify(rules)
  const plan = plans.get(key) ?? makePlan({ courses: [rules], ...open })
  plans.set(key, plan)
  return plan
}

/** The student's exam is open, but consent is not given yet. */
export async function makeExam(options: { plan?: TestPlan; rules?: ExamRules } = {}): Promise<TestExam> {
  const plan = options.plan ?? (await makeExamPlan(options.rules))
  const sign = await makeSign({ plan })
  await finishStudy(sign)
  return { sign, token: sign.student.token, exam: examInputOf(sign) }
}

export function examInputOf(sign: TestSign, courseIndex = 0): { signId: string; id: string } {
  const course = sign.courses[courseIndex]
  if (!course) throw new Error('the sign has no such course')
  return { signId: sign.signId, id: course.id }
}

export async function startTestAttempt(
  { exam, token }: TestExam,
  mode: 'CAMERA' | 'MANUAL' = 'CAMERA',
): Promise<StartedAttempt> {
  const { consent } = await must('GET /exam/v1/info', exam, token)
  await must('POST /exam/v1/consent', { ...exam, mode, version: consent.version }, token)
  return must('GET /exam/v1/start', exam, token)
}

const rightTexts = { SINGLE: ['对一'], MULTIPLE: ['对一', '对二'], JUDGE: ['正确'] }

export function rightAnswersOf(sitting: StartedAttempt, count = sitting.questions.length): ExamAnswers {
  return answersBy(sitting, count, (right) => right)
}

export function wrongAnswersOf(sitting: StartedAttempt, count = sitting.questions.length): ExamAnswers {
  return answersBy(sitting, count, (right) => !right)
}

function answersBy(sitting: StartedAttempt, count: number, wanted: (right: boolean) => boolean): ExamAnswers {
  return Object.fromEntries(
    sitting.questions.slice(0, count).map(({ id, type, options }) => {
      const chosen = options.filter((option) => wanted(rightTexts[type].includes(option.text)))
      return [id, chosen.slice(0, type === 'MULTIPLE' ? 2 : 1).map((option) => option.id)]
    }),
  )
}

export const getExamInfo = ({ exam, token }: TestExam) => must('GET /exam/v1/info', exam, token)
export const callStartExam = ({ exam, token }: TestExam) => call('GET /exam/v1/start', exam, token)
export const callSaveAnswer = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/save_answer', { attemptId, seq, answers }, token)
export const callSubmitExam = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/submit_exam', { attemptId, seq, answers }, token)

/**
 * Starts an attempt, saves `answers` if given, and does nothing more until the server submits it after the deadline.
 */
export async function makeAbandonedAttempt(
  exam: TestExam,
  answers?: (sitting: StartedAttempt) => ExamAnswers,
): Promise<StartedAttempt> {
  const sitting = await startTestAttempt(exam)
  const saved = answers && (await callSaveAnswer(exam.token, sitting.attemptId, 1, answers(sitting))).data
  await passTime(1860)
  await submitOverdueAttempts(await deps())
  return { ...sitting, beacon: saved?.beacon ?? sitting.beacon }
}

export async function listExamMessages({ token }: TestExam): Promise<string[]> {
  const { list } = await must('GET /message/v1/list', { pageSize: 50 }, token)
  return list.filter(({ kind }) => kind === 'REVIEW').map(({ title, body }) => `${title}：${body}`)
}

export async function examSummaryOf({ sign, exam }: TestExam) {
  const { db } = await deps()
  return (await loadExamSummaries(db, sign.student.id)).get(exam.id)
}

/** Sums professional hours in the ledger, in tenths. */
export async function professionalTenthsOf({ sign }: TestExam) {
  const { db } = await deps()
  return (await loadHoursTotals(db, sign.student.id))[0]?.earned.professional ?? 0
}

export async function failTestAttempt(exam: TestExam) {
  const sitting = await startTestAttempt(exam)
  return must('POST /exam/v1/submit_exam', { attemptId: sitting.attemptId, seq: 1, answers: {} }, exam.token)
}

export const makeExamDecider = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })

export async function decideTestAttempt(
  attemptId: string,
  kind: 'EXTEND' | 'VOID' | 'RESET' | 'RESTORE',
  seconds?: number,
): Promise<void> {
  const [one, two] = await Promise.all([makeExamDecider(), makeExamDecider()])
  const id = randomUUID()
  const asked = { id, attemptId, kind, reason: '考场停电', ...(seconds ? { seconds } : {}) }
  await mustStaff('POST /exam/v1/ask', asked, one.token)
  const seen = kind === 'EXTEND' ? {} : { seen: await listDecisionConsequences(attemptId, kind, two.token) }
  await mustStaff('POST /exam/v1/decide', { id, approve: true, ...seen }, two.token)
}

export async function listDecisionConsequences(
  attemptId: string,
  kind: 'VOID' | 'RESET' | 'RESTORE',
  token: string,
): Promise<string[]> {
  return (await mustStaff('GET /exam/v1/consequences', { attemptId, kind }, token)).list
}

/** The courses of the sign are in the order of the plan. */
export async function signOfPaidOrder(paid: {
  student: TestSign['student']
  plan: TestPlan
  signId: string
}): Promise<TestSign> {
  const { db } = await deps()
  const rows = await db
    .selectFrom('signCourse')
    .select(['id', 'planCourseId'])
    .where('signId', '=', paid.signId)
    .execute()
  const courses = paid.plan.courses.flatMap((course) => {
    const row = rows.find(({ planCourseId }) => planCourseId === course.planCourseId)
    return row ? [{ ...course, id: row.id }] : []
  })
  return { ...paid, courses }
}

export async function passFirstExam(paid: Parameters<typeof signOfPaidOrder>[0]): Promise<void> {
  const sign = await signOfPaidOrder(paid)
  await finishStudy(sign)
  const { token } = paid.student
  const sitting = await startTestAttempt({ sign, token, exam: examInputOf(sign) })
  await callSubmitExam(token, sitting.attemptId, 1, rightAnswersOf(sitting))
}

export async function creditOutageToAttempt(attemptId: string, seconds: number): Promise<void> {
  const { db } = await deps()
  await db.insertInto('examTimeCredit').values({ attemptId, seconds, since: new Date() }).execute()
}
