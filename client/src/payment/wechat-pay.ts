import type { WechatBridgeAnswer, WechatBridgeCall } from './wechat-bridge.ts'

/** told: WeChat reports success · cancelled: can be retried · failed: the payer must be identified again. */
export type WechatPaymentState =
  | { phase: 'start' | 'opening' | 'told' | 'failed' }
  | { phase: 'ready' | 'paying' | 'cancelled'; bridge: WechatBridgeCall }

export type WechatPaymentEvent =
  | { kind: 'leave' | 'stay' | 'pay' }
  | { kind: 'opened'; bridge: WechatBridgeCall | null }
  | { kind: 'answered'; answer: WechatBridgeAnswer }

/** Returns the next state of a payment in WeChat. No state proves that money has arrived; only the order tells. */
export function stepWechatPayment(state: WechatPaymentState, event: WechatPaymentEvent): WechatPaymentState {
  switch (event.kind) {
    case 'leave':
      return { phase: 'opening' }
    case 'stay':
      return { phase: 'start' }
    case 'opened':
      return event.bridge ? { phase: 'ready', bridge: event.bridge } : { phase: 'start' }
    case 'pay':
      return 'bridge' in state ? { phase: 'paying', bridge: state.bridge } : state
    case 'answered':
      return answered(state, event.answer)
  }
}

function answered(state: WechatPaymentState, answer: WechatBridgeAnswer): WechatPaymentState {
  if (state.phase !== 'paying') return state
  if (answer === 'cancel') return { phase: 'cancelled', bridge: state.bridge }
  return { phase: answer === 'ok' ? 'told' : 'failed' }
}
