import { z } from 'zod'
import { channelNumber, mapKnownStates } from '../channel-values.ts'
import type { ChannelOrder, ChannelRefund, ChannelState, RefundAnswer, RefundState } from '../gateway.ts'

/** Times of the channel, such as 2026-11-22T10:34:56+08:00. */
const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at))

const tradeStates: Record<string, ChannelState> = {
  SUCCESS: 'SUCCESS',
  REFUND: 'REFUND',
  NOTPAY: 'NOTPAY',
  USERPAYING: 'NOTPAY',
  ACCEPT: 'NOTPAY',
  CLOSED: 'CLOSED',
  REVOKED: 'CLOSED',
  PAYERROR: 'PAYERROR',
}
const refundStates: Record<string, RefundState> = {
  SUCCESS: 'DONE',
  PROCESSING: 'PENDING',
  CLOSED: 'FAILED',
  ABNORMAL: 'STUCK',
}

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: channelNumber,
  transaction_id: channelNumber.nullish(),
  trade_state: mapKnownStates(tradeStates),
  success_time: instant.nullish(),
  // The channel omits the amount of an unpaid order.
  amount: z.object({ total: z.int(), currency: z.literal('CNY').default('CNY') }).nullish(),
})

/** @throws ZodError. */
export function readWechatTransaction(json: unknown, appids: readonly string[]): ChannelOrder {
  const said = transaction.parse(json)
  return {
    outTradeNo: said.out_trade_no,
    state: said.trade_state,
    amountFen: said.amount?.total ?? 0,
    // Another app of the same merchant counts as another merchant.
    merchant: appids.includes(said.appid) ? said.mchid : `${said.mchid}/${said.appid}`,
    transactionId: said.transaction_id ?? null,
    paidAt: said.success_time ?? null,
  }
}

export const codeUrlResponse = z.object({ code_url: z.string().min(1) })
/** Only http and https are accepted, never a script. */
export const h5UrlResponse = z.object({ h5_url: z.url({ protocol: /^https?$/ }) })
export const prepayResponse = z.object({ prepay_id: z.string().regex(/^\w{10,64}$/) })
export const payerResponse = z.union([
  z.object({ openid: z.string().regex(/^[\w-]{10,128}$/) }),
  z.object({ errcode: z.int() }),
])

const refundAnswer = z.object({
  status: mapKnownStates(refundStates),
  out_refund_no: channelNumber,
  amount: z.object({ refund: z.int() }).nullish(),
  success_time: instant.nullish(),
})

/** @throws Error, ZodError. */
export function readWechatRefund(json: unknown, refundNo: string): RefundAnswer {
  const said = refundAnswer.parse(json)
  if (said.out_refund_no !== refundNo) throw new Error('the answer is about another refund')
  return {
    state: said.status,
    doneAt: said.success_time ?? null,
    amountFen: said.amount?.refund ?? null,
  }
}

const refundNotice = z.object({
  mchid: z.string(),
  out_trade_no: channelNumber,
  out_refund_no: channelNumber,
  refund_status: mapKnownStates(refundStates),
  amount: z.object({ refund: z.int() }),
  success_time: instant.nullish(),
})

/** @throws ZodError. */
export function readWechatRefundNotification(json: unknown): ChannelRefund {
  const said = refundNotice.parse(json)
  return {
    refundNo: said.out_refund_no,
    outTradeNo: said.out_trade_no,
    amountFen: said.amount.refund,
    merchant: said.mchid,
    state: said.refund_status,
    doneAt: said.success_time ?? null,
  }
}

export const wechatNotificationShape = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().nullish(),
  }),
})

export const wechatCertificatesShape = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({
        ciphertext: z.string(),
        nonce: z.string(),
        associated_data: z.string().nullish(),
      }),
    }),
  ),
})

export const wechatBillAddressShape = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.string(),
})
