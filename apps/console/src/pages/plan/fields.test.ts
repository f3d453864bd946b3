import type { DeskPlan } from '@ce/client/staff/plan.ts'
import { expect, it } from 'vitest'
import {
  contentOf,
  copiedFields,
  courseHoursProblem,
  followYear,
  hoursOf,
  newFields,
  type PlanCourse,
  yearDoubt,
} from './fields.ts'

it('sends fen, tenths of hours and the midnights of Asia/Shanghai around its days', () => {
  const fields = { ...newFields(2027), price: 120.5 }
  expect(contentOf(fields)).toMatchObject({
    year: 2027,
    price: 12_050,
    signStartAt: '2026-12-31T16:00:00.000Z',
    signEndAt: '2027-12-20T16:00:00.000Z',
    studyEndAt: '2027-12-31T16:00:00.000Z',
    requiredHours: { professional: 60, public: 30 },
  })
})

it('copies a year: its courses, price and rules, every day a year later', () => {
  const course = { courseId: 'c', code: 'K1', title: '药事管理', subject: 'PROFESSIONAL' as const }
  const copy = copiedFields(
    {
      year: 2024,
      title: '2024 年度执业药师继续教育',
      trial: true,
      signStartAt: '2023-12-31T16:00:00.000Z',
      signEndAt: '2024-02-29T16:00:00.000Z',
      studyEndAt: '2025-01-31T16:00:00.000Z',
      price: 12_050,
      requiredHours: { professional: 60, public: 30 },
      courses: [{ ...course, state: 'PUBLISHED', required: true, hours: 6.5, chosen: 12 }],
    } as DeskPlan,
    2025,
  )
  expect(copy).toEqual({
    year: 2025,
    title: '2025 年度执业药师继续教育',
    trial: true,
    signStartAt: '2025-01-01',
    signEndAt: '2025-02-28',
    studyEndAt: '2026-01-31',
    price: 120.5,
    professional: 60,
    public: 30,
    courses: [
      {
        ...{ id: 'c', code: 'K1', title: '药事管理', subject: 'PROFESSIONAL' },
        ...{ state: 'PUBLISHED', required: true, hours: 6.5, chosen: 0 },
      },
    ],
  })
})

it('leaves the price of a new year to whoever makes it: nothing is free by default', () => {
  expect(newFields(2027).price).toBeNull()
})

it('counts professional hours, required and all', () => {
  const course = {
    id: '',
    code: '',
    title: '',
    subject: 'PROFESSIONAL' as const,
    state: 'PUBLISHED' as const,
    required: true,
    hours: 0.1,
    chosen: 0,
  }
  const courses = [course, { ...course, hours: 0.2 }, { ...course, required: false, hours: 6 }]
  expect(hoursOf([...courses, { ...course, subject: 'PUBLIC', hours: 30 }])).toEqual({
    required: 0.3,
    all: 6.3,
  })
  // no number was typed yet
  expect(hoursOf([course, { ...course, hours: Number.NaN }]).all).toBe(course.hours)
})

it('takes name and dates of a new plan along with its year, except what somebody wrote', () => {
  const first = newFields(2027)
  const typed = { ...first, year: 2029, studyEndAt: '2028-03-31' }
  expect(followYear(typed, first, 2027)).toEqual({
    title: '2029 年度执业药师继续教育',
    signStartAt: '2029-01-01',
    signEndAt: '2029-12-20',
  })
  const back = { ...typed, ...followYear(typed, first, 2027), year: 2028 }
  expect(followYear(back, first, 2029)).toMatchObject({ title: '2028 年度执业药师继续教育' })
  for (const year of [202, 20_290, null])
    expect(followYear({ ...typed, year: year as number }, first, 2027)).toBeNull()
})

it('says what does not look like the year of a plan', () => {
  const fields = newFields(2029)
  expect(yearDoubt(fields)).toBe('')
  expect(yearDoubt({ ...fields, studyEndAt: '2030-03-31' })).toBe('')
  expect(yearDoubt({ ...newFields(2027), year: 2029 })).toBe(
    '计划名称里没有“2029”，报名开始在 2027 年，报名截止在 2027 年，学习截止在 2027 年',
  )
  expect(yearDoubt({ ...fields, studyEndAt: '2031-01-01' })).toBe('学习截止在 2031 年')
  expect(yearDoubt({ ...fields, year: 1900 })).toBe('')
})

it('names the course whose hours cannot be', () => {
  const course = (title: string, hours: number | null) =>
    ({ id: title, code: title, title, subject: 'PROFESSIONAL', hours }) as PlanCourse
  expect(courseHoursProblem([course('药事管理', 0.1), course('合理用药', 500)])).toBeNull()
  expect(courseHoursProblem([course('药事管理', 6), course('合理用药', 600)])).toBe(
    '“合理用药”的学时应为 0.1–500，最多 1 位小数，请改正',
  )
  expect(courseHoursProblem([course('药事管理', null)])).toBe('请填写“药事管理”的学时')
})
