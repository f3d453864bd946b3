import { expect, it } from 'vitest'
import { printableYears } from './use-print-years.ts'
import type { GrantYear } from './year-words.ts'

function grantYear(year: number, state: GrantYear['state']): GrantYear {
  const none = { professional: 0, public: 0 }
  return { year, state, earned: none, required: none, missing: none } as GrantYear
}

it('prints the years that have a standing proof, when there are several', () => {
  const years = [
    grantYear(2026, 'INCOMPLETE'),
    grantYear(2025, 'ISSUED'),
    grantYear(2024, 'ISSUED'),
  ]
  expect(printableYears(years)).toEqual([2025, 2024])
  expect(printableYears(years.slice(0, 2))).toEqual([])
  expect(printableYears([...years.slice(0, 2), grantYear(2024, 'REVOKED')])).toEqual([])
})
