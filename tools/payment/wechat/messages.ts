import { randomUUID } from 'node:crypto'
import type { Refund, Trade } from '../book.ts'
import type { Message } from '../message.ts'
import { accountAppid, appid, mchid, type SimulatorKeys, seal, signed } from './keys.ts'

/** What a notification may get wrong. */
export interface Lie {
  amount?: number
  mchid?: string
  appid?: string
  outTradeNo?: string
  transactionId?: string
  state?: string
  /** when it was paid, ms */
  paidAt?: number
  /** signed by a stranger */
  forged?: boolean
  /** sealed with another merchant's APIv3 key */
  sealed?: boolean
  /** its time lies so far back, seconds */
  age?: number
}

/** 2026-11-22T10:34:56+08:00 */
export function beijing(at: number): string {
  return `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
}

/** As which of the merchant's apps an order is paid. */
export const appidOf = ({ type }: Trade): string => (type === 'JSAPI' ? accountAppid : appid)

export function transactionOf(trade: Trade, lie: Lie = {}): Record<string, unknown> {
  const paid = trade.paidAt !== null
  return {
    appid: lie.appid ?? appidOf(trade),
    mchid: lie.mchid ?? mchid,
    out_trade_no: lie.outTradeNo ?? trade.outTradeNo,
    ...(paid
      ? {
          transaction_id: lie.transactionId ?? trade.transactionId,
          success_time: beijing(lie.paidAt ?? trade.paidAt ?? 0),
        }
      : {}),
    trade_type: trade.type,
    trade_state: lie.state ?? trade.state,
    trade_state_desc: '',
    amount: { total: lie.amount ?? trade.total, payer_total: trade.total, currency: 'CNY' },
  }
}

export function refundOf(refund: Refund, total: number): Record<string, unknown> {
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.refundNo,
    out_trade_no: refund.outTradeNo,
    status: refund.status,
    create_time: beijing(refund.at),
    ...(refund.status === 'SUCCESS' ? { success_time: beijing(refund.at) } : {}),
    amount: { refund: refund.amount, total, currency: 'CNY' },
  }
}

export function tradeMessage(
  keys: SimulatorKeys,
  trade: Trade,
  now: number,
  lie: Lie = {},
): Message {
  const state = lie.state ?? (trade.state === 'REFUND' ? 'SUCCESS' : trade.state)
  const text = JSON.stringify(transactionOf(trade, { ...lie, state }))
  return message(keys, { url: trade.notifyUrl, type: 'TRANSACTION.SUCCESS', text, now, lie })
}

export function refundMessage(
  keys: SimulatorKeys,
  refund: Refund,
  now: number,
  lie: Lie = {},
): Message {
  const text = JSON.stringify({
    mchid: lie.mchid ?? mchid,
    out_trade_no: refund.outTradeNo,
    out_refund_no: refund.refundNo,
    refund_id: refund.refundId,
    refund_status: refund.status,
    ...(refund.status === 'SUCCESS' ? { success_time: beijing(refund.at) } : {}),
    amount: { refund: lie.amount ?? refund.amount, total: refund.amount },
  })
  return message(keys, { url: refund.notifyUrl, type: `REFUND.${refund.status}`, text, now, lie })
}

function message(
  keys: SimulatorKeys,
  what: { url: string; type: string; text: string; now: number; lie: Lie },
): Message {
  const { url, type, text, now, lie } = what
  const at = new Date(now - (lie.age ?? 0) * 1000)
  const apiV3Key = lie.sealed ? 'x'.repeat(32) : keys.apiV3Key
  const body = JSON.stringify({
    id: randomUUID(),
    create_time: beijing(at.getTime()),
    event_type: type,
    resource_type: 'encrypt-resource',
    summary: '',
    resource: {
      ...seal(apiV3Key, text, type.split('.')[0]?.toLowerCase() ?? ''),
      original_type: '',
    },
  })
  const headers = signed(keys, body, at, lie.forged)
  return { url, body, headers: { 'content-type': 'application/json', ...headers } }
}
