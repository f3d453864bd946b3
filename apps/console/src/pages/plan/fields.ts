import type { DeskPlan, PlanContent } from '@ce/client/staff/plan.ts'
import { dayOf, endOfDay, lastDayOf, startOfDay } from '@ce/contract/plan-days'
import { missingOrWrong } from '@ce/contract/typed-number'

/** A course of a plan while it is edited; `id` is the course's. */
export interface PlanCourse {
  id: string
  code: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  state: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'
  required: boolean
  /** as it was typed; null: the field is empty */
  hours: number | null
  /** students who chose it */
  chosen: number
  /** what stands of its bank against the exam, as far as the plan has been read with it */
  lacks?: string[]
  findings?: DeskPlan['courses'][number]['findings']
}

/** What the form holds: the first day of sign-up and the last days of both, YYYY-MM-DD in Shanghai; the price in yuan. */
export interface PlanFields {
  year: number
  title: string
  trial: boolean
  signStartAt: string
  /** the last day, which is still open */
  signEndAt: string
  studyEndAt: string
  /** null: nobody has said it yet; a year for nothing is said, not left out */
  price: number | null
  professional: number
  public: number
  courses: PlanCourse[]
}

/** A plan as its form holds it: money in yuan, days instead of instants. */
export function fieldsOf(plan: DeskPlan): PlanFields {
  return {
    year: plan.year,
    title: plan.title,
    trial: plan.trial,
    signStartAt: dayOf(plan.signStartAt),
    signEndAt: lastDayOf(plan.signEndAt),
    studyEndAt: lastDayOf(plan.studyEndAt),
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
    trial: false,
    signStartAt: `${year}-01-01`,
    signEndAt: `${year}-12-20`,
    studyEndAt: `${year}-12-31`,
    price: null,
    professional: 60,
    public: 30,
    courses: [],
  }
}

/**
 * A year's plan as the draft of another year: the same courses, price and rules, every day as many years later. What staff must look at
 * stands in the form before anything is saved.
 */
export function copiedFields(plan: DeskPlan, year: number): PlanFields {
  const fields = fieldsOf(plan)
  const courses = fields.courses.map((course) => ({ ...course, chosen: 0 }))
  return { ...fields, ...datedAs(fields, year), year, courses }
}

type Dated = Pick<PlanFields, 'title' | 'signStartAt' | 'signEndAt' | 'studyEndAt'>

/** What carries the year, as it is in another one. */
function datedAs(fields: PlanFields, year: number): Dated {
  const later = (day: string) => shifted(day, year - fields.year)
  return {
    title: fields.title.replaceAll(String(fields.year), String(year)),
    signStartAt: later(fields.signStartAt),
    signEndAt: later(fields.signEndAt),
    studyEndAt: later(fields.studyEndAt),
  }
}

/** The years a plan may have: those of the contract. */
export const yearRange = { min: 2000, max: 9999 }

/** The limits of the contract; the price in yuan. */
export const priceRange = { what: '价格', min: 0, max: 100_000, unit: ' 元', decimals: 2 }
export const requiredHours = { what: '学时', min: 0, max: 500, decimals: 1 }

/** The first course whose hours cannot be; null: none. */
export function courseHoursProblem(courses: readonly PlanCourse[]): string | null {
  const problems = courses.map(({ title, hours }) =>
    missingOrWrong({ what: `“${title}”的学时`, min: 0.1, max: 500, decimals: 1 }, hours),
  )
  return problems.find((problem) => problem !== null) ?? null
}

const isYear = (year: unknown): year is number =>
  Number.isInteger(year) && Number(year) >= yearRange.min && Number(year) <= yearRange.max

/**
 * The year of a new plan was typed: its name and days follow, except those that somebody has written.
 * @param followed the year they stand at now
 * @returns null: that is no year (yet)
 */
export function followYear(
  fields: PlanFields,
  initial: PlanFields,
  followed: number,
): Partial<Dated> | null {
  if (!isYear(fields.year)) return null
  const before = datedAs(initial, followed)
  const after = datedAs(initial, fields.year)
  return Object.fromEntries(
    datedNames.filter((name) => fields[name] === before[name]).map((name) => [name, after[name]]),
  )
}

const datedNames = ['title', 'signStartAt', 'signEndAt', 'studyEndAt'] as const

/**
 * What does not look like the plan's year; '': nothing. Learners choose by name and dates, proofs and hours go by the year. Never
 * a refusal: an earlier year is made up for in a later one (补学). Deadlines of the next year are usual.
 */
export function yearDoubt(fields: Partial<PlanFields>): string {
  const { year, title = '', signStartAt, signEndAt, studyEndAt } = fields
  if (!isYear(year)) return ''
  const off = (what: string, day: string | undefined, last: number) => {
    const at = Number(day?.slice(0, day.indexOf('-')))
    return day && (at < year || at > last) ? [`${what}在 ${at} 年`] : []
  }
  return [
    ...(title.trim() && !title.includes(String(year)) ? [`计划名称里没有“${year}”`] : []),
    ...off('报名开始', signStartAt, year),
    ...off('报名截止', signEndAt, year + 1),
    ...off('学习截止', studyEndAt, year + 1),
  ].join('，')
}

/** So many years later; the 29th of February is the 28th where there is none. */
function shifted(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  const there = new Date(`${moved}T00:00:00Z`).toISOString().startsWith(moved)
  return there ? moved : moved.replace(/29$/, '28')
}

/** As it is sent: a last day ends at the next midnight. */
export function contentOf(fields: PlanFields): PlanContent {
  return {
    year: fields.year,
    title: fields.title,
    trial: fields.trial,
    signStartAt: startOfDay(fields.signStartAt),
    signEndAt: endOfDay(fields.signEndAt),
    studyEndAt: endOfDay(fields.studyEndAt),
    price: Math.round((fields.price ?? 0) * 100),
    requiredHours: { professional: fields.professional, public: fields.public },
    // the form lets none pass without its hours
    courses: fields.courses.map(({ id: courseId, required, hours }) => ({
      courseId,
      required,
      hours: hours ?? 0,
    })),
  }
}

/** How many professional hours the required courses have, and all of them. */
export function hoursOf(courses: readonly PlanCourse[]) {
  const sum = (list: readonly PlanCourse[]) =>
    Math.round(list.reduce((total, { hours }) => total + (hours || 0), 0) * 10) / 10
  const professional = courses.filter(({ subject }) => subject === 'PROFESSIONAL')
  return { required: sum(professional.filter(({ required }) => required)), all: sum(professional) }
}
