import { expect, it } from 'vitest'
import { examReads } from './exam.ts'
import { orderReads } from './order.ts'

it.each([
  ['an order', orderReads],
  ['an exam', examReads],
])('%s changes what can still be done about a year', (_what, reads) => {
  expect(reads).toContain('GET /course/v1/my_anlysis')
  expect(reads).toContain('GET /course/v1/year_plan')
})

it('an exam changes a year’s figures and the entries that explain them', () => {
  expect(examReads).toContain('GET /certification_grant/v1/query')
  expect(examReads).toContain('GET /certification_grant/v1/ledger')
})
