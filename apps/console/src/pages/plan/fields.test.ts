import type { DeskPlan } from '@ce/client/staff/plan.ts'
import { expect, it } from 'vitest'
import { contentOf, copiedFields, hoursOf, newFields } from './fields.ts'

it('sends fen, tenths of hours and instants of Asia/Shanghai', () => {
  const fields = { ...newFields(2027), price: 120.5 }
  expect(contentOf(fields, null)).toMatchObject({
    year: 2027,
    price: 12_050,
    signStartAt: '2026-12-31T16:00:00.000Z',
    requiredHours: { professional: 60, public: 30 },
  })
})

it('copies a year: its courses, price and rules, every moment a year later', () => {
  const course = { courseId: 'c', code: 'K1', title: '药事管理', subject: 'PROFESSIONAL' as const }
  const copy = copiedFields(
    {
      year: 2024,
      title: '2024 年度执业药师继续教育',
      trial: true,
      signStartAt: '2023-12-31T16:00:00.000Z',
      signEndAt: '2024-02-29T15:59:00.000Z',
      studyEndAt: '2025-01-31T15:59:00.000Z',
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
    signStartAt: '2025-01-01T00:00',
    signEndAt: '2025-02-28T23:59',
    studyEndAt: '2026-01-31T23:59',
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
})
