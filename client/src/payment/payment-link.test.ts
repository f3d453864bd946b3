import { expect, it } from 'vitest'
import { paymentCodeLink } from './payment-link.ts'

const browser = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'

it.each([
  ['https://qr.alipay.com/bax0123', true],
  ['http://127.0.0.1:4000/qr/0123', true],
  ['http://qr.alipay.com/bax0123', false],
  ['https://qr.alipay.com.example.cn/bax0123', false],
  ['https://alipay.com@example.cn/', false],
  ['https://evilalipay.com/', false],
  ['javascript:alert(1)//alipay.com', false],
  ['weixin://wxpay/bizpayurl?pr=1', false],
  [null, false],
])('%s can be opened in the browser: %s', (codeUrl, expected) => {
  expect(paymentCodeLink({ payType: 'ALIPAY', codeUrl }, browser) !== null).toBe(expected)
})

it('a WeChat order has no payment link, and no order has one inside WeChat', () => {
  const codeUrl = 'https://qr.alipay.com/bax0123'
  expect(paymentCodeLink({ payType: 'WECHAT', codeUrl }, browser)).toBeNull()
  expect(paymentCodeLink({ payType: 'ALIPAY', codeUrl }, `${browser} MicroMessenger/8.0.50`)).toBeNull()
})
