import { expect, test } from 'vitest'
import { composeEmail, maskIdNumbersInText, maxDeliveryTries, retryPauseMinutes } from './compose.ts'

test('pauses between delivery tries grow fourfold and take less than a day in total', () => {
  const pauses = Array.from({ length: maxDeliveryTries - 1 }, (_, index) => retryPauseMinutes(index + 1))
  expect(pauses).toEqual([1, 4, 16, 64, 256])
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThan(24 * 60)
})

test.each([
  ['证件号330102199001011237。', '证件号330102********1237。'],
  ['33010219900101123x', '330102********123x'],
  ['订单 202611220000000001', '订单 202611220000000001'],
  ['FP20261122000001', 'FP20261122000001'],
  ['发票 26332000000199001011', '发票 26332000000199001011'],
])('the message text %s becomes %s', (text, shown) => {
  expect(maskIdNumbersInText(text)).toBe(shown)
})

test('an e-mail links to the portal and explains how to stop', () => {
  const mail = composeEmail({ title: '报名成功', body: '已缴费', link: '/system/orders' }, 'https://x.cn')
  expect(mail.subject).toBe('报名成功')
  expect(mail.text).toContain('https://x.cn/system/orders')
  expect(mail.text).toContain('https://x.cn/system/privacy')
  expect(composeEmail({ title: '', body: '', link: null }, 'https://x.cn').text).not.toContain('查看')
})
