import { expect, it } from 'vitest'
import { examStateCalls } from './exam.ts'
import { orderStateCalls } from './order.ts'

it.each([
  ['an order', orderStateCalls],
  ['an exam', examStateCalls],
])('%s refetches what a student can still do in a year', (_what, reads) => {
  expect(reads).toContain('GET /course/v1/my_anlysis')
  expect(reads).toContain('GET /course/v1/year_plan')
})

it('a change of the exam state refetches the hours of the year and its ledger entries', () => {
  expect(examStateCalls).toContain('GET /certification_grant/v1/query')
  expect(examStateCalls).toContain('GET /certification_grant/v1/ledger')
})
