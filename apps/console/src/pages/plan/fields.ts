import type { DeskPlan, PlanContent } from '@ce/client/staff/plan.ts'
import { shanghaiClock, shanghaiInstant } from '../poster/publish-time.ts'

/** A course of a plan while it is edited; `id` is the course's. */
export interface PlanCourse {
  id: string
  code: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  state: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'
  required: boolean
  hours: number
  /** students who chose it */
  chosen: number
}

/** What the form holds: times as typed on the clock of Asia/Shanghai, the price in yuan. */
export interface PlanFields {
  year: number
  title: string
  signStartAt: string
  signEndAt: string
  studyEndAt: string
  /** null: nobody has said it yet; a year for nothing is said, not left out */
  price: number | null
  professional: number
  public: number
  courses: PlanCourse[]
}

const clock = (at: string) => shanghaiClock(new Date(at))

export function fieldsOf(plan: DeskPlan): PlanFields {
  return {
    year: plan.year,
    title: plan.title,
    signStartAt: clock(plan.signStartAt),
    signEndAt: clock(plan.signEndAt),
    studyEndAt: clock(plan.studyEndAt),
    price: plan.price / 100,
    professional: plan.requiredHours.professional,
    public: plan.requiredHours.public,
    courses: plan.courses.map(({ courseId, ...course }) => ({ ...course, id: courseId })),
  }
}

/** The usual year: open from its first day to its last, 60 + 30 hours. */
export function newFields(year: number): PlanFields {
  return {
    year,
    title: `${year} 年度执业药师继续教育`,
    signStartAt: `${year}-01-01T00:00`,
    signEndAt: `${year}-12-20T23:59`,
    studyEndAt: `${year}-12-31T23:59`,
    price: null,
    professional: 60,
    public: 30,
    courses: [],
  }
}

/** As it is sent. A moment that was not touched keeps its seconds. */
export function contentOf(fields: PlanFields, before: DeskPlan | null): PlanContent {
  const moment = (name: 'signStartAt' | 'signEndAt' | 'studyEndAt') =>
    before && clock(before[name]) === fields[name] ? before[name] : shanghaiInstant(fields[name])
  return {
    year: fields.year,
    title: fields.title,
    signStartAt: moment('signStartAt'),
    signEndAt: moment('signEndAt'),
    studyEndAt: moment('studyEndAt'),
    price: Math.round((fields.price ?? 0) * 100),
    requiredHours: { professional: fields.professional, public: fields.public },
    courses: fields.courses.map(({ id, required, hours }) => ({ courseId: id, required, hours })),
  }
}

/** How many professional hours the required courses have, and all of them. */
export function hoursOf(courses: readonly PlanCourse[]) {
  const sum = (list: readonly PlanCourse[]) =>
    Math.round(list.reduce((total, { hours }) => total + hours, 0) * 10) / 10
  const professional = courses.filter(({ subject }) => subject === 'PROFESSIONAL')
  return { required: sum(professional.filter(({ required }) => required)), all: sum(professional) }
}
