import { expect, test } from 'vitest'
import { needsSecondPerson, outcomesLeft, outcomesOf, suggestedOutcome } from './case-rules.ts'
import type { Difference } from './store/differences.ts'

const kinds: Difference['kind'][] = [
  ...(['NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL', 'REFUND_NOT_BOOKED'] as const),
  ...(['REFUND_UNKNOWN', 'REFUND_AMOUNT', 'REFUND_NOT_AT_CHANNEL', 'REFUND_STUCK'] as const),
  ...(['REFUND_TWICE', 'NOTIFICATION', 'RULE'] as const),
]
const line = { amount: 12_000, refund: null, obstacle: null }
const order = { lines: [line], refundWaits: false }

test('a case of any kind and sum can end, and money that is missing is never kept', () => {
  for (const kind of kinds)
    for (const sumFen of [-500, 0, 500])
      for (const ofOrder of [true, false]) {
        const outcomes = outcomesOf({ kind, sumFen, rest: Math.abs(sumFen), ofOrder })
        expect(outcomes.length).toBeGreaterThan(0)
        if (sumFen < 0) expect(outcomes).not.toContain('KEPT')
        if (sumFen > 0) expect(outcomes).not.toContain('WRITTEN_OFF')
      }
})

test('a refund of the console is proposed as what it is: of a line, of a part, or in place of one that waits', () => {
  const outcomes = outcomesOf({
    kind: 'REFUND_UNKNOWN',
    sumFen: -12_000,
    rest: 12_000,
    ofOrder: true,
  })
  const left = outcomesLeft(outcomes, order)
  expect(suggestedOutcome('REFUND_UNKNOWN', 12_000, left, [line])).toBe('REFUNDS_LINE')
  expect(suggestedOutcome('REFUND_UNKNOWN', 5000, left, [line])).toBe('PARTIAL')
  const waits = outcomesLeft(outcomes, { ...order, refundWaits: true })
  expect(suggestedOutcome('REFUND_UNKNOWN', 12_000, waits, [line])).toBe('IN_PLACE_OF')
})

test('a line whose hours are credited is not closed, and staff choose among what is left', () => {
  const credited = { ...line, obstacle: 'HOURS_CREDITED' }
  const outcomes = outcomesOf({
    kind: 'REFUND_UNKNOWN',
    sumFen: -12_000,
    rest: 12_000,
    ofOrder: true,
  })
  const left = outcomesLeft(outcomes, { lines: [credited], refundWaits: false })
  expect(left).toEqual(['PARTIAL', 'BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'])
  expect(suggestedOutcome('REFUND_UNKNOWN', 12_000, left, [credited])).toBeNull()
})

test('two persons decide above the sum that is set, of a part, of sums that differ, and of what ends a refund', () => {
  const row = { kind: 'UNKNOWN_PAYMENT' as const, sumFen: 500, refundNo: null }
  const kept = { outcome: 'KEPT' as const, amountFen: 500 }
  expect(needsSecondPerson(row, kept, 500)).toBe(false)
  expect(needsSecondPerson(row, kept, 499)).toBe(true)
  expect(needsSecondPerson(row, { ...kept, amountFen: 499 }, 500)).toBe(true)
  expect(needsSecondPerson({ ...row, kind: 'AMOUNT' }, kept, 500)).toBe(true)
  expect(needsSecondPerson({ ...row, refundNo: 'R1' }, kept, 500)).toBe(true)
  expect(needsSecondPerson(row, { ...kept, outcome: 'CONFIRMED' }, 500)).toBe(true)
})
