import { describe, expect, it } from 'vitest'
import { type BridgeCall, readAnswer } from './wechat-bridge.ts'
import { stepWechatPay, type WechatPay, type WechatPayEvent } from './wechat-pay.ts'
import { splitReturn } from './wechat-return.ts'

const bridge: BridgeCall = {
  appId: 'wx',
  timeStamp: '1',
  nonceStr: 'n',
  package: 'prepay_id=wx1',
  signType: 'RSA',
  paySign: 's',
}
const after = (...events: WechatPayEvent[]) =>
  events.reduce<WechatPay>(stepWechatPay, { phase: 'start' })
const opened: WechatPayEvent[] = [{ kind: 'leave' }, { kind: 'opened', bridge }]

describe('paying inside WeChat', () => {
  it('signs in, opens the order, and pays with one tap', () => {
    expect(after({ kind: 'leave' })).toEqual({ phase: 'opening' })
    expect(after(...opened)).toEqual({ phase: 'ready', bridge })
    expect(after(...opened, { kind: 'pay' })).toEqual({ phase: 'paying', bridge })
  })

  it.each([
    ['ok', { phase: 'told' }],
    ['cancel', { phase: 'cancelled', bridge }],
    ['fail', { phase: 'failed' }],
  ] as const)('%s is an answer, and no end', (answer, expected) => {
    expect(after(...opened, { kind: 'pay' }, { kind: 'answered', answer })).toEqual(expected)
    // one that comes when nobody asked is none
    expect(after(...opened, { kind: 'answered', answer })).toEqual({ phase: 'ready', bridge })
  })

  it('given up, the same order is tried again; failed, the payer is named anew', () => {
    const paying: WechatPayEvent[] = [...opened, { kind: 'pay' }]
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
  ])('%o is %s', (said, expected) => {
    expect(readAnswer(said)).toBe(expected)
  })
})

describe('the way back from WeChat’s sign-in', () => {
  const page = 'https://ce.example/h5/system/orders'

  it('leaves nothing of itself in the address', () => {
    expect(splitReturn(`${page}?pay=20260101A&code=0a1&state=ff#wechat_redirect`)).toEqual({
      given: { orderNo: '20260101A', code: '0a1', state: 'ff' },
      rest: '/h5/system/orders?pay=20260101A',
    })
  })

  it.each(['', '?pay=1', '?code=1&state=2', '?pay=1&code=2', '?pay=1&code=&state=2'])(
    '%s is none',
    (query) => {
      expect(splitReturn(page + query)).toBeNull()
    },
  )
})
