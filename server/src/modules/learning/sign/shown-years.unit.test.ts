import { expect, it } from 'vitest'
import type { Plan } from '../../catalogue/service.ts'
import { type StudentYearFacts, yearsShownToStudent } from './shown-years.ts'

const plan = (year: number, state: Plan['state']) =>
  ({ id: `plan ${year}`, year, state, title: `${year}`, requiredProfessional: 600 }) as Plan

const plans = [plan(2030, 'UPCOMING'), plan(2029, 'OPEN'), plan(2028, 'CLOSED')]
const yearsOf = (own: Partial<StudentYearFacts>) =>
  yearsShownToStudent(plans, { signs: [], ledger: [], since: null, ...own }).map(({ year }) => year)

it('yearsShownToStudent includes years whose sign-up has begun, and years with a sign or ledger entries of the student', () => {
  expect(yearsOf({})).toEqual([2029, 2028])
  expect(yearsOf({ signs: [{ planId: 'plan 2030' }] })).toEqual([2030, 2029, 2028])
  expect(yearsOf({ ledger: [{ year: 2030 }] })).toEqual([2030, 2029, 2028])
})

it('yearsShownToStudent leaves out years before registration unless they have a sign or hours', () => {
  expect(yearsOf({ since: 2029 })).toEqual([2029])
  expect(yearsOf({ since: 2031 })).toEqual([])
  expect(yearsOf({ since: 2031, signs: [{ planId: 'plan 2028' }] })).toEqual([2028])
  expect(yearsOf({ since: 2031, ledger: [{ year: 2029 }] })).toEqual([2029])
})

it('a year without a plan is shown in order and requires no hours', () => {
  const years = yearsShownToStudent([plan(2029, 'OPEN'), plan(2020, 'CLOSED')], {
    ...{ signs: [], since: null },
    ledger: [{ year: 2024 }, { year: 2024 }],
  })
  expect(years.map(({ year }) => year)).toEqual([2029, 2024, 2020])
  expect(years[1]).toEqual({
    ...{ year: 2024, title: '2024 年度', trial: false, planState: 'CLOSED', planId: null },
    required: { professional: 0, public: 0 },
  })
})
