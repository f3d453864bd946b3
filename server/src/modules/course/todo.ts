import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { areHoursComplete, type SignState, type SubjectTenths } from '../learning/sign/state.ts'
import type { CourseProgressState } from './progress.ts'

export type Todo = z.input<(typeof clientCalls)['course']['myAnlysis']['response']>['todo'][number]

export interface TodoCourse {
  id: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  state: CourseProgressState
  evaluated: boolean
  examState: 'LOCKED' | 'READY' | 'RUNNING' | 'PASSED' | 'FAILED' | 'EXHAUSTED' | 'VOID'
}

export interface TodoYear {
  year: number
  title: string
  planState: 'UPCOMING' | 'OPEN' | 'CLOSED'
  signId: string | null
  signState: SignState | null
  orderNo: string | null
  employerPays: boolean
  required: SubjectTenths
  earned: SubjectTenths
  courses: TodoCourse[]
}

/**
 * Lists the current year first, but a running exam before everything. Leaves out courses of a complete subject
 * (docs/rules/year-and-sign-up.md#courses-of-a-plan).
 */
export function listTodos(years: TodoYear[], thisYear: number): Todo[] {
  const inOrder = [...years].sort(
    (a, b) => Number(b.year === thisYear) - Number(a.year === thisYear) || b.year - a.year,
  )
  return [
    ...inOrder.flatMap(runningExams),
    ...inOrder.flatMap((year) => [...signUpSteps(year, thisYear), ...studySteps(year)]),
  ]
}

function runningExams(year: TodoYear): Todo[] {
  return year.courses
    .filter((course) => course.examState === 'RUNNING')
    .map((course) => courseStep('EXAM', year, course))
}

function signUpSteps(year: TodoYear, thisYear: number): Todo[] {
  if (year.signState === 'UNPAID' && year.orderNo && !year.employerPays)
    return [{ ...yearStep('PAY', year), orderNo: year.orderNo }]
  const notSigned = year.signState === null || year.signState === 'CANCELLED' || year.signState === 'REFUNDED'
  const canSign = year.year === thisYear && year.planState === 'OPEN' && notSigned
  return canSign ? [yearStep('SIGN', year)] : []
}

function studySteps(year: TodoYear): Todo[] {
  const full = {
    PROFESSIONAL: year.earned.professional >= year.required.professional,
    PUBLIC: year.earned.public >= year.required.public,
  }
  const paid = year.signState === 'STUDYING' || year.signState === 'EXPIRED'
  if (!paid || areHoursComplete(year.required, year.earned)) return []
  // Students may still get public hours from other providers recorded when the study time of the portal is over.
  const publicHours = full.PROFESSIONAL ? [yearStep('PUBLIC_HOURS', year)] : []
  if (year.signState === 'EXPIRED') return publicHours
  const open = year.courses.filter((course) => !full[course.subject])
  return [
    ...open
      .filter(needsStudy)
      .slice(0, 1)
      .map((course) => courseStep('STUDY', year, course)),
    ...open.filter(needsEvaluation).map((course) => courseStep('EVALUATE', year, course)),
    ...open.filter(canSitExam).map((course) => courseStep('EXAM', year, course)),
    ...publicHours,
  ]
}

/** True if the last attempt was used and a new study round is needed (docs/rules/exam.md#attempts). */
function needsStudy(course: TodoCourse): boolean {
  if (course.examState === 'PASSED' || course.examState === 'RUNNING') return false
  return course.state !== 'DONE' || course.examState === 'EXHAUSTED'
}

function needsEvaluation(course: TodoCourse): boolean {
  return course.state === 'DONE' && !course.evaluated
}

/** A failed exam without attempts left has the state EXHAUSTED, so FAILED means that an attempt is left. */
function canSitExam(course: TodoCourse): boolean {
  return ['READY', 'FAILED', 'VOID'].includes(course.examState)
}

function yearStep(kind: Todo['kind'], { year, title, signId }: TodoYear): Todo {
  return { kind, year, title, signId, id: null, state: null, running: false, orderNo: null }
}

function courseStep(kind: Todo['kind'], year: TodoYear, course: TodoCourse): Todo {
  const { id, title, state, examState } = course
  return { ...yearStep(kind, year), title, id, state, running: examState === 'RUNNING' }
}
