import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { type Buckets, bucketsFull, type SignState } from '../sign/service.ts'
import type { StepState } from './progress.ts'

export type Todo = z.input<(typeof clientCalls)['course']['myAnlysis']['response']>['todo'][number]

export interface TodoCourse {
  id: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  state: StepState
  evaluated: boolean
  examState: 'LOCKED' | 'READY' | 'RUNNING' | 'PASSED' | 'FAILED' | 'EXHAUSTED' | 'VOID'
}

export interface TodoYear {
  year: number
  title: string
  planState: 'UPCOMING' | 'OPEN' | 'CLOSED'
  signId: string | null
  signState: SignState | null
  /** of the sign's open order */
  orderNo: string | null
  /** that order is an employer's */
  employerPays: boolean
  /** tenths */
  required: Buckets
  earned: Buckets
  /** of the sign, in the plan's order */
  courses: TodoCourse[]
}

/**
 * What to do next, the current Shanghai year before the others (newest first). A running exam leads: its clock runs.
 * Courses of a bucket that is already full are left out, they would earn only surplus (product §2).
 */
export function todoOf(years: TodoYear[], thisYear: number): Todo[] {
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
  const notSigned =
    year.signState === null || year.signState === 'CANCELLED' || year.signState === 'REFUNDED'
  const canSign = year.year === thisYear && year.planState === 'OPEN' && notSigned
  return canSign ? [yearStep('SIGN', year)] : []
}

function studySteps(year: TodoYear): Todo[] {
  const full = {
    PROFESSIONAL: year.earned.professional >= year.required.professional,
    PUBLIC: year.earned.public >= year.required.public,
  }
  const paid = year.signState === 'STUDYING' || year.signState === 'EXPIRED'
  if (!paid || bucketsFull(year.required, year.earned)) return []
  // hours studied elsewhere can still be recorded after the portal's own study time has ended
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

/** An exhausted exam waits for a re-study round (product §4 Exam). */
function needsStudy(course: TodoCourse): boolean {
  if (course.examState === 'PASSED' || course.examState === 'RUNNING') return false
  return course.state !== 'DONE' || course.examState === 'EXHAUSTED'
}

function needsEvaluation(course: TodoCourse): boolean {
  return course.state === 'DONE' && !course.evaluated
}

/** FAILED means attempts are left, else it is EXHAUSTED; what follows a voided pass is said on the exam's page. */
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
