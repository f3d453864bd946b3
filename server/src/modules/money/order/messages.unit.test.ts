import { expect, test } from 'vitest'
import { surplusRefundMessage } from './given-back-message.ts'
import { caseDecidedMessage, orderPaidMessage, refundStartedMessage } from './messages.ts'

const line = {
  signId: 'sign',
  studentId: 'student',
  planId: 'plan',
  year: 2026,
  title: '2026 年度执业药师继续教育',
  amountFen: 12_000,
  courseIds: [],
  position: 1,
  goneBack: false,
}
const order = { orderNo: 'A2026112200000001', organisationId: null }
const theirs = { ...order, organisationId: 'employer' }

function givenBack(reason: 'SECOND_PAYMENT' | 'LATE_PAYMENT') {
  const refund = { refundNo: 'R1', amountFen: 12_000, reason }
  const [message] = surplusRefundMessage({ ...order, studentId: 'student', lines: [line] }, refund)
  if (!message) throw new Error('a student is told')
  return message
}

const outcomes = ['RETURNED', 'IN_PLACE_OF', 'REFUNDS_LINE', 'PARTIAL', 'BILL_ROW', 'KEPT', 'RECOVERED'] as const

function decided(outcome: (typeof outcomes)[number], dueFen: number | null, studentId: string | null) {
  const told = { id: 'id', outcome, amountFen: 5000, reference: '2026112300123', isSurplus: true }
  return caseDecidedMessage({ ...order, studentId, lines: [line] }, line, { ...told, dueFen })
}

test('an employer gets no message about refunds, because its pages show them', () => {
  const refund = { refundNo: 'R1', amountFen: 12_000, reason: 'LATE_PAYMENT' } as const
  expect(surplusRefundMessage({ ...order, studentId: null, lines: [line] }, refund)).toEqual([])
  for (const outcome of outcomes) expect(decided(outcome, 0, null)).toEqual([])
})

test.each([
  ['paid', orderPaidMessage(order, line), '已收到“2026 年度执业药师继续教育”的报名费 ¥120.00'],
  ['free', orderPaidMessage(order, { ...line, amountFen: 0 }), '“2026 年度执业药师继续教育”无需缴费'],
  ['paid by an employer', orderPaidMessage(theirs, line), '为您缴纳“2026 年度执业药师继续教育”的报名费'],
  ['refunded', refundStartedMessage(order, line), '“2026 年度执业药师继续教育”的报名费 ¥120.00'],
  ['paid twice', givenBack('SECOND_PAYMENT'), '又收到的 ¥120.00 正在原路退回'],
  ['paid too late', givenBack('LATE_PAYMENT'), '之后收到的 ¥120.00 正在原路退回'],
  ...outcomes.flatMap((outcome) =>
    [0, 7000].map((due): [string, { body: string }, string] => [
      `decided as ${outcome}, ${due} fen left`,
      decided(outcome, due, 'student')[0] ?? { body: '' },
      '¥50.00',
    ]),
  ),
])('the message about an order that is %s has spaces between Chinese and digits', (_, { body }, part) => {
  expect(body).toContain(part)
  expect(body).not.toMatch(/[\u4e00-\u9fff]\d|\d[\u4e00-\u9fff]/)
})
