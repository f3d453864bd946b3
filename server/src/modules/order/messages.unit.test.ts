import { expect, test } from 'vitest'
import { givenBackMessage, givenElsewhereMessage } from './given-back-message.ts'
import { paidMessage } from './paid-message.ts'
import { refundedMessage } from './refunded-message.ts'

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
  const [message] = givenBackMessage({ ...order, studentId: 'student', lines: [line] }, refund)
  if (!message) throw new Error('a student is told')
  return message
}

function givenElsewhere() {
  const refund = { refundNo: 'R1', amountFen: 12_000, reference: '2026112300123' }
  const [message] = givenElsewhereMessage({ ...order, studentId: 'student', lines: [line] }, refund)
  if (!message) throw new Error('a student is told')
  return message
}

test('an employer is told nothing of money that goes back: its pages say so', () => {
  const refund = { refundNo: 'R1', amountFen: 12_000, reason: 'LATE_PAYMENT' } as const
  expect(givenBackMessage({ ...order, studentId: null, lines: [line] }, refund)).toEqual([])
  const entered = { ...refund, reference: '2026112300123' }
  expect(givenElsewhereMessage({ ...order, studentId: null, lines: [line] }, entered)).toEqual([])
})

test.each([
  ['paid', paidMessage(order, line), '已收到“2026 年度执业药师继续教育”的报名费 ¥120.00'],
  ['free', paidMessage(order, { ...line, amountFen: 0 }), '“2026 年度执业药师继续教育”无需缴费'],
  ['paid by an employer', paidMessage(theirs, line), '为您缴纳“2026 年度执业药师继续教育”的报名费'],
  ['refunded', refundedMessage(order, line), '“2026 年度执业药师继续教育”的报名费 ¥120.00'],
  ['paid twice', givenBack('SECOND_PAYMENT'), '又收到的 ¥120.00 正在原路退回'],
  ['paid too late', givenBack('LATE_PAYMENT'), '之后收到的 ¥120.00 正在原路退回'],
  ['given back otherwise', givenElsewhere(), '以其他方式退回，凭证号 2026112300123。'],
])(
  'words of an order that is %s: a year stands apart on both sides, or on none',
  (_, { body }, part) => {
    expect(body).toContain(part)
    expect(body).not.toMatch(/[\u4e00-\u9fff]\d|\d[\u4e00-\u9fff]/)
  },
)
