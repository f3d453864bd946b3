import { z } from 'zod'
import { channelNumber } from '../channel-number.ts'
import type {
  ChannelOrder,
  ChannelRefund,
  ChannelState,
  RefundAnswer,
  RefundState,
} from '../gateway.ts'
import { knownWord } from '../known-word.ts'

/** Times of the channel: 2026-11-22T10:34:56+08:00 */
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
  trade_state: knownWord(tradeStates),
  success_time: instant.nullish(),
  // unpaid: the channel leaves it out
  amount: z.object({ total: z.int(), currency: z.literal('CNY').default('CNY') }).nullish(),
})

/** An answer to a query, or what a notification holds. @throws ZodError */
export function readTransaction(json: unknown, appids: readonly string[]): ChannelOrder {
  const said = transaction.parse(json)
  return {
    outTradeNo: said.out_trade_no,
    state: said.trade_state,
    amountFen: said.amount?.total ?? 0,
    // another app of the same merchant is not us
    merchant: appids.includes(said.appid) ? said.mchid : `${said.mchid}/${said.appid}`,
    transactionId: said.transaction_id ?? null,
    paidAt: said.success_time ?? null,
  }
}

/** what a QR holds */
export const codeUrlAnswer = z.object({ code_url: z.string().min(1) })
/** where a browser is sent: never to a script */
export const h5UrlAnswer = z.object({ h5_url: z.url({ protocol: /^https?$/ }) })
/** what WeChat's own browser is asked to pay */
export const prepayAnswer = z.object({ prepay_id: z.string().regex(/^\w{10,64}$/) })
/** who a browser is, to one account; or why nobody is named */
export const payerAnswer = z.union([
  z.object({ openid: z.string().regex(/^[\w-]{10,128}$/) }),
  z.object({ errcode: z.int() }),
])

const refundAnswer = z.object({
  status: knownWord(refundStates),
  out_refund_no: channelNumber,
  amount: z.object({ refund: z.int() }).nullish(),
  success_time: instant.nullish(),
})

/** An answer to a refund or its query. @throws Error, ZodError */
export function readRefundAnswer(json: unknown, refundNo: string): RefundAnswer {
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
  refund_status: knownWord(refundStates),
  amount: z.object({ refund: z.int() }),
  success_time: instant.nullish(),
})

/** What a notification of a refund holds. @throws ZodError */
export function readRefundNotice(json: unknown): ChannelRefund {
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

export const notification = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().nullish(),
  }),
})

export const certificates = z.object({
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

export const billPlace = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.string(),
})
