import { expect, test } from 'vitest'
import {
  caseOutcomesOf,
  isSecondPersonNeededForCase,
  possibleCaseOutcomes,
  suggestedCaseOutcome,
} from './case-rules.ts'
import type { MoneyDifferenceRow } from './store/differences.ts'

const kinds: MoneyDifferenceRow['kind'][] = [
  ...(['NOT_BOOKED', 'UNKNOWN_PAYMENT', 'AMOUNT', 'NOT_AT_CHANNEL', 'REFUND_NOT_BOOKED'] as const),
  ...(['REFUND_UNKNOWN', 'REFUND_AMOUNT', 'REFUND_NOT_AT_CHANNEL', 'REFUND_STUCK'] as const),
  ...(['REFUND_TWICE', 'NOTIFICATION', 'RULE'] as const),
]
const line = { amount: 12_000, refund: null, obstacle: null }
const order = { lines: [line], refundWaits: false }

test('every money case has a possible outcome, and missing money cannot be decided as kept', () => {
  for (const kind of kinds)
    for (const sumFen of [-500, 0, 500])
      for (const ofOrder of [true, false]) {
        const outcomes = caseOutcomesOf({ kind, sumFen, rest: Math.abs(sumFen), ofOrder })
        expect(outcomes.length).toBeGreaterThan(0)
        if (sumFen < 0) expect(outcomes).not.toContain('KEPT')
        if (sumFen > 0) expect(outcomes).not.toContain('WRITTEN_OFF')
      }
})

test('a refund made in the merchant console can be entered as a line, a part or a replacement', () => {
  const outcomes = caseOutcomesOf({
    kind: 'REFUND_UNKNOWN',
    sumFen: -12_000,
    rest: 12_000,
    ofOrder: true,
  })
  const left = possibleCaseOutcomes(outcomes, order)
  expect(suggestedCaseOutcome('REFUND_UNKNOWN', 12_000, left, [line])).toBe('REFUNDS_LINE')
  expect(suggestedCaseOutcome('REFUND_UNKNOWN', 5000, left, [line])).toBe('PARTIAL')
  const waits = possibleCaseOutcomes(outcomes, { ...order, refundWaits: true })
  expect(suggestedCaseOutcome('REFUND_UNKNOWN', 12_000, waits, [line])).toBe('IN_PLACE_OF')
})

test('an order line with credited hours cannot be closed by a money case, and other outcomes are offered', () => {
  const credited = { ...line, obstacle: 'HOURS_CREDITED' }
  const outcomes = caseOutcomesOf({
    kind: 'REFUND_UNKNOWN',
    sumFen: -12_000,
    rest: 12_000,
    ofOrder: true,
  })
  const left = possibleCaseOutcomes(outcomes, { lines: [credited], refundWaits: false })
  expect(left).toEqual(['PARTIAL', 'BILL_ROW', 'RECOVERED', 'WRITTEN_OFF', 'CONFIRMED'])
  expect(suggestedCaseOutcome('REFUND_UNKNOWN', 12_000, left, [credited])).toBeNull()
})

test('a second person decides high, partial or differing amounts and the end of a refund', () => {
  const row = { kind: 'UNKNOWN_PAYMENT' as const, sumFen: 500, refundNo: null }
  const kept = { outcome: 'KEPT' as const, amountFen: 500 }
  expect(isSecondPersonNeededForCase(row, kept, 500)).toBe(false)
  expect(isSecondPersonNeededForCase(row, kept, 499)).toBe(true)
  expect(isSecondPersonNeededForCase(row, { ...kept, amountFen: 499 }, 500)).toBe(true)
  expect(isSecondPersonNeededForCase({ ...row, kind: 'AMOUNT' }, kept, 500)).toBe(true)
  expect(isSecondPersonNeededForCase({ ...row, refundNo: 'R1' }, kept, 500)).toBe(true)
  expect(isSecondPersonNeededForCase(row, { ...kept, outcome: 'CONFIRMED' }, 500)).toBe(true)
})
