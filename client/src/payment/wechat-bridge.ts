import type { Output } from '../call.ts'

/** What WeChat's browser is asked to pay, signed by the server. */
export type BridgeCall = NonNullable<Output<'POST /order/v1/open_in_wechat'>['bridge']>

/** What WeChat's browser says became of a payment: nobody's word, the server asks the channel. */
export type BridgeAnswer = 'ok' | 'cancel' | 'fail'

interface Bridge {
  invoke(name: string, call: BridgeCall, tell: (said: unknown) => void): void
}

/** it comes a moment after the page; where it never does, this is no WeChat that pays */
const patienceMs = 5000

/** Opens WeChat's own sheet. */
export async function payInWechat(call: BridgeCall): Promise<BridgeAnswer> {
  const bridge = await waitForBridge()
  if (!bridge) return 'fail'
  return new Promise((resolve) =>
    bridge.invoke('getBrandWCPayRequest', call, (said) => resolve(readAnswer(said))),
  )
}

/** `err_msg` is `get_brand_wcpay_request:ok`, `:cancel`, or `:fail` with anything behind it. */
export function readAnswer(said: unknown): BridgeAnswer {
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
