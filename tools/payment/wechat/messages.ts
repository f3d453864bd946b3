import { randomUUID } from 'node:crypto'
import type { SimulatedRefund, SimulatedTrade } from '../book.ts'
import type { SimulatedNotification } from '../message.ts'
import {
  encryptWechatResource,
  type SimulatedWechatKeys,
  signAsWechat,
  simulatedAccountAppid,
  simulatedAppid,
  simulatedMchid,
} from './keys.ts'

/** Planned faults of a test notification. */
export interface WechatNotificationFaults {
  amount?: number
  mchid?: string
  appid?: string
  outTradeNo?: string
  transactionId?: string
  state?: string
  paidAt?: number
  forged?: boolean
  /** The notification is encrypted with the APIv3 key of another merchant. */
  sealed?: boolean
  /** How many seconds ago the notification says it was sent. */
  age?: number
}

export function formatWechatTime(at: number): string {
  return `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}

export const wechatAppidOfTrade = ({ type }: SimulatedTrade): string =>
  type === 'JSAPI' ? simulatedAccountAppid : simulatedAppid

export function toWechatTransaction(
  trade: SimulatedTrade,
  lie: WechatNotificationFaults = {},
): Record<string, unknown> {
  const paid = trade.paidAt !== null
  return {
    appid: lie.appid ?? wechatAppidOfTrade(trade),
    mchid: lie.mchid ?? simulatedMchid,
    out_trade_no: lie.outTradeNo ?? trade.outTradeNo,
    ...(paid
      ? {
          transaction_id: lie.transactionId ?? trade.transactionId,
          success_time: formatWechatTime(lie.paidAt ?? trade.paidAt ?? 0),
        }
      : {}),
    trade_type: trade.type,
    trade_state: lie.state ?? trade.state,
    trade_state_desc: '',
    amount: { total: lie.amount ?? trade.total, payer_total: trade.total, currency: 'CNY' },
  }
}

export function toWechatRefund(refund: SimulatedRefund, total: number): Record<string, unknown> {
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.refundNo,
    out_trade_no: refund.outTradeNo,
    status: refund.status,
    create_time: formatWechatTime(refund.at),
    ...(refund.status === 'SUCCESS' ? { success_time: formatWechatTime(refund.at) } : {}),
    amount: { refund: refund.amount, total, currency: 'CNY' },
  }
}

export function buildWechatTradeNotification(
  keys: SimulatedWechatKeys,
  trade: SimulatedTrade,
  now: number,
  lie: WechatNotificationFaults = {},
): SimulatedNotification {
  const state = lie.state ?? (trade.state === 'REFUND' ? 'SUCCESS' : trade.state)
  const text = JSON.stringify(toWechatTransaction(trade, { ...lie, state }))
  return message(keys, { url: trade.notifyUrl, type: 'TRANSACTION.SUCCESS', text, now, lie })
}

export function buildWechatRefundNotification(
  keys: SimulatedWechatKeys,
  refund: SimulatedRefund,
  now: number,
  lie: WechatNotificationFaults = {},
): SimulatedNotification {
  const text = JSON.stringify({
    mchid: lie.mchid ?? simulatedMchid,
    out_trade_no: refund.outTradeNo,
    out_refund_no: refund.refundNo,
    refund_id: refund.refundId,
    refund_status: refund.status,
    ...(refund.status === 'SUCCESS' ? { success_time: formatWechatTime(refund.at) } : {}),
    amount: { refund: lie.amount ?? refund.amount, total: refund.amount },
  })
  return message(keys, { url: refund.notifyUrl, type: `REFUND.${refund.status}`, text, now, lie })
}

function message(
  keys: SimulatedWechatKeys,
  what: { url: string; type: string; text: string; now: number; lie: WechatNotificationFaults },
): SimulatedNotification {
  const { url, type, text, now, lie } = what
  const at = new Date(now - (lie.age ?? 0) * 1000)
  const apiV3Key = lie.sealed ? 'x'.repeat(32) : keys.apiV3Key
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: formatWechatTime(at.getTime()),
    event_type: type,
    resource_type: 'encrypt-resource',
    summary: '',
    resource: {
      ...encryptWechatResource(apiV3Key, text, type.split('.')[0]?.toLowerCase() ?? ''),
      original_type: '',
    },
  })
  const headers = signAsWechat(keys, body, at, lie.forged)
  return { url, body, headers: { 'content-type': 'application/json', ...headers } }
}
