import { describe, expect, it } from 'vitest'
import { readBridgeAnswer, type WechatBridgeCall } from './wechat-bridge.ts'
import { stepWechatPayment, type WechatPaymentEvent, type WechatPaymentState } from './wechat-pay.ts'
import { readWechatReturnAddress } from './wechat-return.ts'

const bridge: WechatBridgeCall = {
  appId: 'wx',
  timeStamp: '1',
  nonceStr: 'n',
  package: 'prepay_id=wx1',
  signType: 'RSA',
  paySign: 's',
}
const after = (...events: WechatPaymentEvent[]) =>
  events.reduce<WechatPaymentState>(stepWechatPayment, { phase: 'start' })
const opened: WechatPaymentEvent[] = [{ kind: 'leave' }, { kind: 'opened', bridge }]

describe('payment inside WeChat', () => {
  it('a WeChat payment identifies the payer, opens the order and pays with one tap', () => {
    expect(after({ kind: 'leave' })).toEqual({ phase: 'opening' })
    expect(after(...opened)).toEqual({ phase: 'ready', bridge })
    expect(after(...opened, { kind: 'pay' })).toEqual({ phase: 'paying', bridge })
  })

  it.each([
    ['ok', { phase: 'told' }],
    ['cancel', { phase: 'cancelled', bridge }],
    ['fail', { phase: 'failed' }],
  ] as const)('%s from WeChat does not end the order', (answer, expected) => {
    expect(after(...opened, { kind: 'pay' }, { kind: 'answered', answer })).toEqual(expected)
    expect(after(...opened, { kind: 'answered', answer })).toEqual({ phase: 'ready', bridge })
  })

  it('a cancelled WeChat payment is retried, a failed one identifies the payer again', () => {
    const paying: WechatPaymentEvent[] = [...opened, { kind: 'pay' }]
    const again = after(...paying, { kind: 'answered', answer: 'cancel' }, { kind: 'pay' })
    expect(again).toEqual({ phase: 'paying', bridge })
    const failed = after(...paying, { kind: 'answered', answer: 'fail' }, { kind: 'pay' })
    expect(failed).toEqual({ phase: 'failed' })
    expect(after({ kind: 'leave' }, { kind: 'opened', bridge: null })).toEqual({ phase: 'start' })
    expect(after({ kind: 'leave' }, { kind: 'stay' })).toEqual({ phase: 'start' })
  })

  it.each([
    [{ err_msg: 'get_brand_wcpay_request:ok' }, 'ok'],
    [{ err_msg: 'get_brand_wcpay_request:cancel' }, 'cancel'],
    [{ err_msg: 'get_brand_wcpay_request:fail_no permission to execute' }, 'fail'],
    [{ err_msg: 'get_brand_wcpay_request:okay' }, 'fail'],
    [{ err_msg: 'system:function_not_exist' }, 'fail'],
    [undefined, 'fail'],
  ])('WeChat’s response %o is read as %s', (said, expected) => {
    expect(readBridgeAnswer(said)).toBe(expected)
  })
})

describe('return from WeChat sign-in', () => {
  const page = 'https://ce.example/h5/system/orders'

  it('the return from WeChat sign-in removes its parameters from the address', () => {
    expect(readWechatReturnAddress(`${page}?pay=20260101A&code=0a1&state=ff#wechat_redirect`)).toEqual({
      given: { orderNo: '20260101A', code: '0a1', state: 'ff' },
      rest: '/h5/system/orders?pay=20260101A',
    })
  })

  it.each(['', '?pay=1', '?code=1&state=2', '?pay=1&code=2', '?pay=1&code=&state=2'])(
    '%s is not taken for a return from WeChat sign-in',
    (query) => {
      expect(readWechatReturnAddress(page + query)).toBeNull()
    },
  )
})
