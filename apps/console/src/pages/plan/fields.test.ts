import type { DeskPlan } from '@ce/client/staff/plan.ts'
import { expect, it } from 'vitest'
import {
  copyPlanFields,
  courseHoursProblem,
  newPlanFields,
  type PlanCourseFields,
  planFieldsForYear,
  planYearWarning,
  professionalHoursOf,
  toPlanContent,
} from './fields.ts'

it('the plan form sends fen, tenths of hours and midnights in Shanghai', () => {
  const fields = { ...newPlanFields(2027), price: 120.5 }
  expect(toPlanContent(fields)).toMatchObject({
    year: 2027,
    price: 12_050,
    signStartAt: '2026-12-31T16:00:00.000Z',
    signEndAt: '2027-12-20T16:00:00.000Z',
    studyEndAt: '2027-12-31T16:00:00.000Z',
    requiredHours: { professional: 60, public: 30 },
  })
})

it('copying a plan moves every day by a year and keeps courses, price and rules', () => {
  const course = { courseId: 'c', code: 'K1', title: '药事管理', subject: 'PROFESSIONAL' as const }
  const copy = copyPlanFields(
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

it('the form of a new plan has no default price', () => {
  expect(newPlanFields(2027).price).toBeNull()
})

it('professional hours are summed once for required courses and once for all courses', () => {
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
  expect(professionalHoursOf([...courses, { ...course, subject: 'PUBLIC', hours: 30 }])).toEqual({
    required: 0.3,
    all: 6.3,
  })
  // In this case one course has no valid hours yet.
  expect(professionalHoursOf([course, { ...course, hours: Number.NaN }]).all).toBe(course.hours)
})

it('name and dates of a new plan follow its year unless they were edited', () => {
  const first = newPlanFields(2027)
  const typed = { ...first, year: 2029, studyEndAt: '2028-03-31' }
  expect(planFieldsForYear(typed, first, 2027)).toEqual({
    title: '2029 年度执业药师继续教育',
    signStartAt: '2029-01-01',
    signEndAt: '2029-12-20',
  })
  const back = { ...typed, ...planFieldsForYear(typed, first, 2027), year: 2028 }
  expect(planFieldsForYear(back, first, 2029)).toMatchObject({ title: '2028 年度执业药师继续教育' })
  for (const year of [202, 20_290, null])
    expect(planFieldsForYear({ ...typed, year: year as number }, first, 2027)).toBeNull()
})

it('dates and a name that do not match the year of the plan cause a warning', () => {
  const fields = newPlanFields(2029)
  expect(planYearWarning(fields)).toBe('')
  expect(planYearWarning({ ...fields, studyEndAt: '2030-03-31' })).toBe('')
  expect(planYearWarning({ ...newPlanFields(2027), year: 2029 })).toBe(
    '计划名称里没有“2029”，报名开始在 2027 年，报名截止在 2027 年，学习截止在 2027 年',
  )
  expect(planYearWarning({ ...fields, studyEndAt: '2031-01-01' })).toBe('学习截止在 2031 年')
  expect(planYearWarning({ ...fields, year: 1900 })).toBe('')
})

it('a plan course with invalid hours is named', () => {
  const course = (title: string, hours: number | null) =>
    ({ id: title, code: title, title, subject: 'PROFESSIONAL', hours }) as PlanCourseFields
  expect(courseHoursProblem([course('药事管理', 0.1), course('合理用药', 500)])).toBeNull()
  expect(courseHoursProblem([course('药事管理', 6), course('合理用药', 600)])).toBe(
    '“合理用药”的学时应为 0.1–500，最多 1 位小数，请改正',
  )
  expect(courseHoursProblem([course('药事管理', null)])).toBe('请填写“药事管理”的学时')
})
