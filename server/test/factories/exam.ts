import type { ClientCalls } from '@ce/contract'
import { must } from '../world.ts'
import { makePlan, type TestPlan } from './catalogue.ts'
import { makeSign, type TestSign } from './sign.ts'
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

/** A plan of one course with these exam rules, made once: years are few. */
export function examPlan(rules: ExamRules = {}): Promise<TestPlan> {
  const key = JSON.stringify(rules)
  const plan = plans.get(key) ?? makePlan({ courses: [rules] })
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
