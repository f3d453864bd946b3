import type { DeskPlan, PlanContent } from '@ce/client/staff/plan.ts'
import { planSaveLimits } from '@ce/contract/generated/staff-limits'
import { endOfShanghaiDay, lastShanghaiDayBefore, shanghaiDayOf, startOfShanghaiDay } from '@ce/contract/plan-days'
import { requiredNumberProblem } from '@ce/contract/typed-number'

/** A course of a plan as edited; `id` is the course id. */
export interface PlanCourseFields {
  id: string
  code: string
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  state: 'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'
  required: boolean
  hours: number | null
  chosen: number
  lacks?: string[]
  findings?: DeskPlan['courses'][number]['findings']
}

/** Days are YYYY-MM-DD in Shanghai; the price is in yuan. */
export interface PlanFields {
  year: number
  title: string
  trial: boolean
  signStartAt: string
  signEndAt: string
  studyEndAt: string
  /** Null until a price is entered; a free plan needs the price 0. */
  price: number | null
  professional: number
  public: number
  courses: PlanCourseFields[]
}

/** Converts the stored price from fen to yuan and instants to days. */
export function toPlanFields(plan: DeskPlan): PlanFields {
  return {
    year: plan.year,
    title: plan.title,
    trial: plan.trial,
    signStartAt: shanghaiDayOf(plan.signStartAt),
    signEndAt: lastShanghaiDayBefore(plan.signEndAt),
    studyEndAt: lastShanghaiDayBefore(plan.studyEndAt),
    price: plan.price / 100,
    professional: plan.requiredHours.professional,
    public: plan.requiredHours.public,
    courses: plan.courses.map(({ courseId, ...course }) => ({ ...course, id: courseId })),
  }
}

/** A new plan covers the calendar year and requires 60 + 30 hours. */
export function newPlanFields(year: number): PlanFields {
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
 * Copies a plan to another year and moves every day by the difference in years. The form marks the fields that staff
 * must review.
 */
export function copyPlanFields(plan: DeskPlan, year: number): PlanFields {
  const fields = toPlanFields(plan)
  const courses = fields.courses.map((course) => ({ ...course, chosen: 0 }))
  return { ...fields, ...datedAs(fields, year), year, courses }
}

type Dated = Pick<PlanFields, 'title' | 'signStartAt' | 'signEndAt' | 'studyEndAt'>

function datedAs(fields: PlanFields, year: number): Dated {
  const later = (day: string) => shifted(day, year - fields.year)
  return {
    title: fields.title.replaceAll(String(fields.year), String(year)),
    signStartAt: later(fields.signStartAt),
    signEndAt: later(fields.signEndAt),
    studyEndAt: later(fields.studyEndAt),
  }
}

const { content: limits } = planSaveLimits

/** The years a plan may have. */
export const planYearRange = limits.year

/** The price limits of the contract, in yuan. */
export const planPriceRange = {
  what: '价格',
  min: 0,
  max: limits.price.max / 100,
  unit: ' 元',
  decimals: 2,
}
export const requiredHoursRange = { what: '学时', ...limits.requiredHours.professional, decimals: 1 }

export function courseHoursProblem(courses: readonly PlanCourseFields[]): string | null {
  const problems = courses.map(({ title, hours }) =>
    requiredNumberProblem({ what: `“${title}”的学时`, ...limits.courses.items.hours, decimals: 1 }, hours),
  )
  return problems.find((problem) => problem !== null) ?? null
}

const isYear = (year: unknown): year is number =>
  Number.isInteger(year) && Number(year) >= planYearRange.min && Number(year) <= planYearRange.max

/**
 * Moves the title and the days that staff have not edited to the chosen year.
 * @param followed the year that title and days belonged to before
 * @returns null while the chosen year is invalid
 */
export function planFieldsForYear(fields: PlanFields, initial: PlanFields, followed: number): Partial<Dated> | null {
  if (!isYear(fields.year)) return null
  const before = datedAs(initial, followed)
  const after = datedAs(initial, fields.year)
  return Object.fromEntries(
    datedNames.filter((name) => fields[name] === before[name]).map((name) => [name, after[name]]),
  )
}

const datedNames = ['title', 'signStartAt', 'signEndAt', 'studyEndAt'] as const

/**
 * Warns if the title or the dates of a plan belong to another year. Only a warning, because students may study a past
 * year later (补学).
 */
export function planYearWarning(fields: Partial<PlanFields>): string {
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

/** Moves a day by years; 29 February becomes 28 February. */
function shifted(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  const there = new Date(`${moved}T00:00:00Z`).toISOString().startsWith(moved)
  return there ? moved : moved.replace(/29$/, '28')
}

/** Converts fields for the request: a period ends at the midnight after its last day. */
export function toPlanContent(fields: PlanFields): PlanContent {
  return {
    year: fields.year,
    title: fields.title,
    trial: fields.trial,
    signStartAt: startOfShanghaiDay(fields.signStartAt),
    signEndAt: endOfShanghaiDay(fields.signEndAt),
    studyEndAt: endOfShanghaiDay(fields.studyEndAt),
    price: Math.round((fields.price ?? 0) * 100),
    requiredHours: { professional: fields.professional, public: fields.public },
    courses: fields.courses.map(({ id: courseId, required, hours }) => ({
      courseId,
      required,
      hours: hours ?? 0,
    })),
  }
}

export function professionalHoursOf(courses: readonly PlanCourseFields[]) {
  const sum = (list: readonly PlanCourseFields[]) =>
    Math.round(list.reduce((total, { hours }) => total + (hours || 0), 0) * 10) / 10
  const professional = courses.filter(({ subject }) => subject === 'PROFESSIONAL')
  return { required: sum(professional.filter(({ required }) => required)), all: sum(professional) }
}
