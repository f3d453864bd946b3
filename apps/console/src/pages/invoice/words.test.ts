import { expect, test } from 'vitest'
import { reverseCause } from './words.ts'

const change = {
  titleType: 'COMPANY' as const,
  title: '江南大药房',
  taxNo: null,
  email: 'a@example.cn',
  remark: '',
  reason: '抬头写错了',
  askedAt: '2026-03-01T00:00:00.000Z',
}
const paid = { orderStatus: 'PAID' as const, amount: 36_000, kept: 36_000, change: null }

test('an invoice says why it must be reversed: refunded, refunded in part, or wanted otherwise', () => {
  expect(reverseCause({ ...paid, orderStatus: 'REFUNDED', kept: 0, change })).toBe('订单已退款')
  const part = reverseCause({ ...paid, kept: 24_000, change })
  expect(part).toBe(
    '订单部分退款 ¥120.00，实收 ¥240.00，与发票金额不符；红冲后可按实收金额重新申请',
  )
  expect(reverseCause({ ...paid, change })).toBe('学员申请换开：抬头写错了')
})
