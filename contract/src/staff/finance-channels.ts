import { z } from 'zod'
import { instant, payType } from '../common.ts'
import { defineCall } from '../define.ts'

/** A key of ours or of the channel's; nothing of it is secret. */
const checkedKey = z.object({
  role: z.enum(['MERCHANT', 'CHANNEL', 'ROOT']),
  /** serial, key id or certificate number; empty: it has none */
  id: z.string(),
  /** SHA-256 of the public key, in hex */
  fingerprint: z.string(),
  until: instant.nullable(),
})

/** What a self-check found: what came of a question about an order that does not exist. */
const channelCheck = z.object({
  at: instant,
  /** a member of staff by username, or system */
  checkedBy: z.string(),
  /** whether orders can be placed and told of */
  ok: z.boolean(),
  /** answered · the channel refused us · it is unable, and says so · no answer */
  answer: z.enum(['ANSWERED', 'REFUSED', 'UNABLE', 'UNREACHABLE']),
  /** in the channel's own words */
  code: z.string(),
  /** of the answer; null: there was none */
  signature: z.enum(['VERIFIED', 'MISSING', 'STALE', 'UNKNOWN_KEY', 'WRONG']).nullable(),
  /** how far our clock is ahead of the channel's; null: it said none */
  skewSeconds: z.int().nullable(),
  clockOff: z.boolean(),
  keyState: z.enum(['VALID', 'EXPIRES_SOON', 'EXPIRED']),
  keys: z.array(checkedKey),
})

const channel = z.object({
  channel: payType,
  /** null: none was made yet */
  check: channelCheck.nullable(),
})

/** The payment channels themselves: whether keys, clock and signatures are right (docs/payments.md). */
export const financeChannels = {
  channels: defineCall({
    method: 'GET',
    path: '/finance/v1/channels',
    audience: 'staff',
    permission: 'finance.read',
    summary: '支付渠道及其最近一次自检',
    request: z.object({}),
    response: z.object({ list: z.array(channel) }),
    refusals: [],
  }),
  checkChannel: defineCall({
    method: 'POST',
    path: '/finance/v1/check_channel',
    audience: 'staff',
    permission: 'finance.resolve',
    summary: '立即自检一个支付渠道：密钥、时钟与应答签名；写入操作日志',
    labels: { channel: '支付渠道' },
    request: z.object({ channel: payType }),
    response: channel,
    refusals: ['order.channelNotFound'],
  }),
}
