import type { BridgeAnswer, BridgeCall } from './wechat-bridge.ts'

/**
 * How far paying inside WeChat is. start: WeChat has not named the payer · opening: it is about to, or the order is being
 * opened for them · ready: one tap away · paying: WeChat's own sheet is open · told: WeChat says it is paid ·
 * cancelled: given up, the same order can be tried again · failed: the payer is named anew.
 */
export type WechatPay =
  | { phase: 'start' | 'opening' | 'told' | 'failed' }
  | { phase: 'ready' | 'paying' | 'cancelled'; bridge: BridgeCall }

export type WechatPayEvent =
  | { kind: 'leave' | 'stay' | 'pay' }
  | { kind: 'opened'; bridge: BridgeCall | null }
  | { kind: 'answered'; answer: BridgeAnswer }

/** The one reducer of it: whether money came says the order, never this. */
export function stepWechatPay(state: WechatPay, event: WechatPayEvent): WechatPay {
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

function answered(state: WechatPay, answer: BridgeAnswer): WechatPay {
  if (state.phase !== 'paying') return state
  if (answer === 'cancel') return { phase: 'cancelled', bridge: state.bridge }
  return { phase: answer === 'ok' ? 'told' : 'failed' }
}
