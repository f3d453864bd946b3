import { randomUUID } from 'node:crypto'
import type { ClientCalls } from '@ce/contract'
import { examSummaries } from '../../src/modules/exam/service.ts'
import { hoursTotals } from '../../src/modules/hours/service.ts'
import { call, deps, must, mustStaff } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeSign, type TestSign } from './sign.ts'
import { makeStaff } from './staff.ts'
import { finishStudy } from './study.ts'

export type Sitting = ClientCalls['GET /exam/v1/start']['response']
export type Answers = Record<string, string[]>

export interface TestExam {
  sign: TestSign
  token: string
  /** as exam calls name it */
  exam: { signId: string; id: string }
}

type ExamRules = Partial<{
  attemptsPerRound: number
  randomCaptures: number
  examSeconds: number
  singleCount: number
}>

const plans = new Map<string, Promise<TestPlan>>()

/** open for as long as suites move the clock: some wait half a year for what is deleted by then */
const open = { signEndAt: new Date('2160-01-01'), studyEndAt: new Date('2160-01-01') }

/** A plan of one course with these exam rules, made once: years are few. */
export function examPlan(rules: ExamRules = {}): Promise<TestPlan> {
  const key = JSON.stringify(rules)
  const plan = plans.get(key) ?? makePlan({ courses: [rules], ...open })
  plans.set(key, plan)
  return plan
}

/** A new student whose course is studied and evaluated: the exam is open and nothing is agreed to yet. */
export async function makeExam(
  options: { plan?: TestPlan; rules?: ExamRules } = {},
): Promise<TestExam> {
  const plan = options.plan ?? (await examPlan(options.rules))
  const sign = await makeSign({ plan })
  await finishStudy(sign)
  return { sign, token: sign.student.token, exam: examOf(sign) }
}

/** How exam calls name one course of a sign. */
export function examOf(sign: TestSign, courseIndex = 0): { signId: string; id: string } {
  const course = sign.courses[courseIndex]
  if (!course) throw new Error('the sign has no such course')
  return { signId: sign.signId, id: course.id }
}

/** Agrees to the current text and begins (or goes on with) an attempt. */
export async function sit(
  { exam, token }: TestExam,
  mode: 'CAMERA' | 'MANUAL' = 'CAMERA',
): Promise<Sitting> {
  const { consent } = await must('GET /exam/v1/info', exam, token)
  await must('POST /exam/v1/consent', { ...exam, mode, version: consent.version }, token)
  return must('GET /exam/v1/start', exam, token)
}

/** what makeCourse calls right */
const rightTexts = { SINGLE: ['对一'], MULTIPLE: ['对一', '对二'], JUDGE: ['正确'] }

/** The first `count` questions answered rightly; singles come first, then multiples, then judges. */
export function rightAnswers(sitting: Sitting, count = sitting.questions.length): Answers {
  return answersBy(sitting, count, (right) => right)
}

/** The first `count` questions answered wrongly. */
export function wrongAnswers(sitting: Sitting, count = sitting.questions.length): Answers {
  return answersBy(sitting, count, (right) => !right)
}

function answersBy(sitting: Sitting, count: number, wanted: (right: boolean) => boolean): Answers {
  return Object.fromEntries(
    sitting.questions.slice(0, count).map(({ id, type, options }) => {
      const chosen = options.filter((option) => wanted(rightTexts[type].includes(option.text)))
      return [id, chosen.slice(0, type === 'MULTIPLE' ? 2 : 1).map((option) => option.id)]
    }),
  )
}

/** Calls as an exam page makes them; `must` where nothing else is expected. */
export const info = ({ exam, token }: TestExam) => must('GET /exam/v1/info', exam, token)
export const start = ({ exam, token }: TestExam) => call('GET /exam/v1/start', exam, token)
export const save = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/save_answer', { attemptId, seq, answers }, token)
export const submit = (token: string, attemptId: string, seq: number, answers: object) =>
  call('POST /exam/v1/submit_exam', { attemptId, seq, answers }, token)

/** What a candidate is told about a sitting, title and words, the newest first. */
export async function told({ token }: TestExam): Promise<string[]> {
  const { list } = await must('GET /message/v1/list', { pageSize: 50 }, token)
  return list.filter(({ kind }) => kind === 'REVIEW').map(({ title, body }) => `${title}：${body}`)
}

/** as my_course shows it */
export async function summaryOf({ sign, exam }: TestExam) {
  const { db } = await deps()
  return (await examSummaries(db, sign.student.id)).get(exam.id)
}

/** professional hours in the ledger, tenths */
export async function earned({ sign }: TestExam) {
  const { db } = await deps()
  return (await hoursTotals(db, sign.student.id))[0]?.earned.professional ?? 0
}

/** Sits and fails an attempt. */
export async function fail(exam: TestExam) {
  const sitting = await sit(exam)
  return must(
    'POST /exam/v1/submit_exam',
    { attemptId: sitting.attemptId, seq: 1, answers: {} },
    exam.token,
  )
}

/** One of the two whom a decision about a sitting needs. */
export const makeDecider = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })

/** What two of the staff decide about a sitting. */
export async function decided(
  attemptId: string,
  kind: 'EXTEND' | 'VOID' | 'RESET' | 'RESTORE',
  seconds?: number,
): Promise<void> {
  const [one, two] = await Promise.all([makeDecider(), makeDecider()])
  const id = randomUUID()
  const asked = { id, attemptId, kind, reason: '考场停电', ...(seconds ? { seconds } : {}) }
  await mustStaff('POST /exam/v1/ask', asked, one.token)
  const seen = kind === 'EXTEND' ? {} : { seen: await followsFrom(attemptId, kind, two.token) }
  await mustStaff('POST /exam/v1/decide', { id, approve: true, ...seen }, two.token)
}

/** What staff are told a decision about a sitting would bring with it. */
export async function followsFrom(
  attemptId: string,
  kind: 'VOID' | 'RESET' | 'RESTORE',
  token: string,
): Promise<string[]> {
  return (await mustStaff('GET /exam/v1/consequences', { attemptId, kind }, token)).list
}

/** The sign behind an order that a student paid by themselves, its courses in the plan's order. */
export async function signOf(paid: {
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

/** They study the first course they chose, sit its exam and pass. */
export async function passExam(paid: Parameters<typeof signOf>[0]): Promise<void> {
  const sign = await signOf(paid)
  await finishStudy(sign)
  const { token } = paid.student
  const sitting = await sit({ sign, token, exam: examOf(sign) })
  await submit(token, sitting.attemptId, 1, rightAnswers(sitting))
}

/** As if an outage of ours that is just over had taken so long from it. */
export async function giveBack(attemptId: string, seconds: number): Promise<void> {
  const { db } = await deps()
  await db.insertInto('examTimeCredit').values({ attemptId, seconds, since: new Date() }).execute()
}
