import { expect, it } from 'vitest'
import type { Plan } from '../catalogue/service.ts'
import { shownYears } from './shown-years.ts'

const plan = (year: number, state: Plan['state']) =>
  ({ id: `plan ${year}`, year, state, title: `${year}`, requiredProfessional: 600 }) as Plan

const plans = [plan(2030, 'UPCOMING'), plan(2029, 'OPEN'), plan(2028, 'CLOSED')]
const yearsOf = (...own: [signs: { planId: string }[], ledger: { year: number }[]]) =>
  shownYears(plans, ...own).map(({ year }) => year)

it('shows every year that has begun, and of the others those of one’s own', () => {
  expect(yearsOf([], [])).toEqual([2029, 2028])
  expect(yearsOf([{ planId: 'plan 2030' }], [])).toEqual([2030, 2029, 2028])
  expect(yearsOf([], [{ year: 2030 }])).toEqual([2030, 2029, 2028])
})

it('a year without a plan is shown in its place and asks for nothing', () => {
  const years = shownYears([plan(2029, 'OPEN'), plan(2020, 'CLOSED')], [], [{ year: 2024 }])
  expect(years.map(({ year }) => year)).toEqual([2029, 2024, 2020])
  expect(years[1]).toEqual({
    ...{ year: 2024, title: '2024 年度', trial: false, planState: 'CLOSED', planId: null },
    required: { professional: 0, public: 0 },
  })
})
