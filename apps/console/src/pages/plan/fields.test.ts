import { expect, it } from 'vitest'
import { contentOf, hoursOf, newFields } from './fields.ts'

it('sends fen, tenths of hours and instants of Asia/Shanghai', () => {
  const fields = { ...newFields(2027), price: 120.5 }
  expect(contentOf(fields, null)).toMatchObject({
    year: 2027,
    price: 12_050,
    signStartAt: '2026-12-31T16:00:00.000Z',
    requiredHours: { professional: 60, public: 30 },
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
