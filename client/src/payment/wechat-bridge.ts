import type { ClientOutput } from '../call.ts'

/** A payment request for WeChat's bridge, signed by the server. */
export type WechatBridgeCall = NonNullable<ClientOutput<'POST /order/v1/open_in_wechat'>['bridge']>

/** WeChat's answer after a payment. It is not reliable, so the server asks the payment channel. */
export type WechatBridgeAnswer = 'ok' | 'cancel' | 'fail'

interface Bridge {
  invoke(name: string, call: WechatBridgeCall, tell: (said: unknown) => void): void
}

/** Milliseconds to wait for WeChat's bridge. A browser without it cannot pay. */
const patienceMs = 5000

export async function payInWechat(call: WechatBridgeCall): Promise<WechatBridgeAnswer> {
  const bridge = await waitForBridge()
  if (!bridge) return 'fail'
  return new Promise((resolve) =>
    bridge.invoke('getBrandWCPayRequest', call, (said) => resolve(readBridgeAnswer(said))),
  )
}

/** `err_msg` is `get_brand_wcpay_request:ok`, `:cancel`, or `:fail` with any suffix. */
export function readBridgeAnswer(said: unknown): WechatBridgeAnswer {
  const words = String(Object(said).err_msg)
  const answer = /^get_brand_wcpay_request:(ok|cancel)$/.exec(words)?.[1]
  return answer === 'ok' || answer === 'cancel' ? answer : 'fail'
}

function waitForBridge(): Promise<Bridge | null> {
  const there = readBridge()
  if (there) return Promise.resolve(there)
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('WeixinJSBridgeReady', end)
      resolve(readBridge())
    }
    const timer = setTimeout(end, patienceMs)
    document.addEventListener('WeixinJSBridgeReady', end)
  })
}

function readBridge(): Bridge | null {
  const there: unknown = Reflect.get(window, 'WeixinJSBridge')
  return isBridge(there) ? there : null
}

const isBridge = (there: unknown): there is Bridge => typeof Object(there).invoke === 'function'
