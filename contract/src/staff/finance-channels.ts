import { z } from 'zod'
import { instant, payType } from '../common.ts'
import { defineCall } from '../define.ts'

const checkedKey = z.object({
  role: z.enum(['MERCHANT', 'CHANNEL', 'ROOT']),
  /** Serial number, key id or certificate number of a key; may be empty. */
  id: z.string(),
  fingerprint: z.string(),
  until: instant.nullable(),
})

/** Response to a query for an order that does not exist, which tests the payment channel. */
const channelCheck = z.object({
  at: instant,
  checkedBy: z.string(),
  ok: z.boolean(),
  /** UNABLE means that the channel itself reports a fault. */
  answer: z.enum(['ANSWERED', 'REFUSED', 'UNABLE', 'UNREACHABLE']),
  code: z.string(),
  /** Check of the response's signature; null without a response. */
  signature: z.enum(['VERIFIED', 'MISSING', 'STALE', 'UNKNOWN_KEY', 'WRONG']).nullable(),
  /** Our clock minus the channel's clock, in seconds; null when unknown. */
  skewSeconds: z.int().nullable(),
  clockOff: z.boolean(),
  keyState: z.enum(['VALID', 'EXPIRES_SOON', 'EXPIRED']),
  keys: z.array(checkedKey),
})

const channel = z.object({
  channel: payType,
  check: channelCheck.nullable(),
})

/** Checks keys, clock and signatures of payment channels (docs/payments.md). */
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
