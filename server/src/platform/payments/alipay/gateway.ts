import type { X509Certificate } from 'node:crypto'
import { shanghaiTime } from '../../shanghai-day.ts'
import type { FindOwnOrders } from '../bill-totals.ts'
import { type CheckedKey, computeKeyFingerprint, toChannelCheck } from '../channel-check.ts'
import { ChannelRefusal, isRefusedWith } from '../channel-refusal.ts'
import { fenToYuan } from '../channel-values.ts'
import {
  type ChannelBill,
  type ChannelOrder,
  type ChannelOrderRequest,
  createUnpaidChannelOrder,
  emptyBill,
  type Gateway,
  type RefundAnswer,
  type RefundNumbers,
} from '../gateway.ts'
import { readAlipayBill, unpackAlipayBill } from './bill.ts'
import { computeCertificateSn, computeRootCertificateSn } from './certificates.ts'
import { type AlipayClient, createAlipayClient } from './client.ts'
import type { AlipayKeys } from './load-keys.ts'
import {
  alipayBillAddressShape,
  hasMovedMoney,
  readAlipayNotification,
  readAlipayRefund,
  readAlipayTrade,
  readQrCodeAddress,
  readRefundTime,
} from './messages.ts'
import type { AlipaySettings } from './settings.ts'
import { readSignedForm } from './signature.ts'

/** Nobody has scanned the QR code, or the order was never created. */
const unknownOrder = ['ACQ.TRADE_NOT_EXIST']
/** The order has ended; a query shows how. */
const endedOrder = [
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_ILLEGAL_STATUS',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_SUCCESS',
  'ACQ.TRADE_HAS_FINISHED',
]
/** Errors of a refund that needs money paid in, or a refund by hand. Its refund number stays valid. */
const stuckRefund = ['ACQ.SELLER_BALANCE_NOT_ENOUGH', 'ACQ.TRADE_HAS_FINISHED']
const noBill = /bill[._-]not[._-]exist$/i
/** A bill is ready at about nine the next day, or at the latest by noon of the day after. */
const latestBillMs = 36 * 3_600_000
const subjectLength = 128

interface Options {
  settings: AlipaySettings
  keys: AlipayKeys
  notifyUrl: () => string
  now: () => Promise<Date>
}

/** Alipay creates an order only when its QR code is scanned; closing it earlier has no effect (decision 033). */
export function createAlipayGateway({ settings, keys, notifyUrl, now }: Options): Gateway {
  const { appId, sellerId, baseUrl } = settings
  const client = createAlipayClient({ appId, baseUrl, now, keys })
  const query = (outTradeNo: string) => queryOrder(client, outTradeNo, sellerId)
  return {
    channel: 'ALIPAY',
    merchant: sellerId,
    acknowledgement: 'success',
    create: async (wish) => {
      const content = contentOf(wish, await now())
      const answer = await client.ask('alipay.trade.precreate', content, notifyUrl())
      return { codeUrl: readQrCodeAddress(answer, wish.outTradeNo) }
    },
    query,
    close: async (outTradeNo) => {
      try {
        await client.ask('alipay.trade.close', { out_trade_no: outTradeNo })
      } catch (error) {
        if (isRefusedWith(error, endedOrder)) return query(outTradeNo)
        if (!isRefusedWith(error, unknownOrder)) throw error
      }
      return createUnpaidChannelOrder(outTradeNo, sellerId, 'CLOSED')
    },
    refund: (refund) => askRefund(client, refund),
    queryRefund: (refund) => queryRefund(client, refund),
    // Alipay repeats a notification for a day with its first signature, so the state is queried.
    readNotification: async (_headers, body) => {
      const sn = new URLSearchParams(body.toString()).get('alipay_cert_sn')
      const fields = readSignedForm(body, ...(await client.notifyingKeys(sn)))
      return { kind: 'PAYMENT', ...readAlipayNotification(fields, settings) }
    },
    check: async () => toChannelCheck(await client.probe(), checkedKeys(keys, client), await now()),
    bill: async (day, findOurs) => fetchBill(client, day, await now(), findOurs),
  }
}

function contentOf({ outTradeNo, amountFen, description, expireAt }: ChannelOrderRequest, now: Date) {
  const minutes = Math.floor((expireAt.getTime() - now.getTime()) / 60_000)
  return {
    out_trade_no: outTradeNo,
    total_amount: fenToYuan(amountFen),
    subject: plainSubject(description),
    time_expire: shanghaiTime(expireAt),
    qr_code_timeout_express: `${Math.max(1, minutes)}m`,
  }
}

/** Characters that Alipay refuses in a subject, or that would break its bill. */
function plainSubject(description: string): string {
  return description.replace(/[/=&,"'\s]+/g, ' ').slice(0, subjectLength)
}

async function queryOrder(client: AlipayClient, outTradeNo: string, merchant: string): Promise<ChannelOrder> {
  try {
    const answer = await client.ask('alipay.trade.query', { out_trade_no: outTradeNo })
    return readAlipayTrade(answer, outTradeNo, merchant)
  } catch (error) {
    if (isRefusedWith(error, unknownOrder)) return createUnpaidChannelOrder(outTradeNo, merchant, 'NOTPAY')
    throw error
  }
}

async function askRefund(client: AlipayClient, refund: RefundNumbers & { amountFen: number }): Promise<RefundAnswer> {
  const { refundNo, outTradeNo, amountFen } = refund
  const wish = {
    out_trade_no: outTradeNo,
    out_request_no: refundNo,
    refund_amount: fenToYuan(amountFen),
  }
  try {
    const answer = await client.ask('alipay.trade.refund', wish)
    if (hasMovedMoney(answer, outTradeNo)) return { state: 'DONE', doneAt: readRefundTime(answer), amountFen }
  } catch (error) {
    if (isRefusedWith(error, stuckRefund)) return { state: 'STUCK', doneAt: null, amountFen: null }
    throw error
  }
  const found = await queryRefund(client, refund)
  // Alipay refunds at once or never, so a refund with an unknown result is retried.
  if (found === null) throw new Error('a refund that moved no money')
  return found
}

async function queryRefund(
  client: AlipayClient,
  { refundNo, outTradeNo }: RefundNumbers,
): Promise<RefundAnswer | null> {
  const wish = {
    out_trade_no: outTradeNo,
    out_request_no: refundNo,
    query_options: ['gmt_refund_pay'],
  }
  try {
    return readAlipayRefund(await client.ask('alipay.trade.fastpay.refund.query', wish), refundNo)
  } catch (error) {
    if (isRefusedWith(error, unknownOrder)) return null
    throw error
  }
}

function checkedKeys({ privateKey, publicKey, certificates }: AlipayKeys, client: AlipayClient): CheckedKey[] {
  const fromCertificate = (role: CheckedKey['role']) => (certificate: X509Certificate) => ({
    role,
    id: computeCertificateSn(certificate),
    fingerprint: computeKeyFingerprint(certificate.publicKey),
    until: certificate.validToDate,
  })
  if (!certificates)
    return [
      { role: 'MERCHANT', id: '', fingerprint: computeKeyFingerprint(privateKey), until: null },
      { role: 'CHANNEL', id: '', fingerprint: computeKeyFingerprint(publicKey), until: null },
    ]
  const roots = certificates.roots.filter((root) => computeRootCertificateSn([root]) !== '')
  return [
    fromCertificate('MERCHANT')(certificates.app),
    ...(client.certificates?.all ?? []).map(fromCertificate('CHANNEL')),
    ...roots.map(fromCertificate('ROOT')),
  ]
}

async function fetchBill(
  client: AlipayClient,
  day: string,
  now: Date,
  findOurs: FindOwnOrders,
): Promise<ChannelBill | null> {
  const method = 'alipay.data.dataservice.bill.downloadurl.query'
  try {
    const place = alipayBillAddressShape.parse(await client.ask(method, { bill_type: 'trade', bill_date: day }))
    const files = await unpackAlipayBill(await client.download(place.bill_download_url))
    return await readAlipayBill(files, findOurs)
  } catch (error) {
    if (!(error instanceof ChannelRefusal && noBill.test(error.code))) throw error
    // Alipay sends the same refusal for a day without payments and for a bill that is late.
    const over = new Date(`${day}T24:00:00+08:00`)
    return now.getTime() - over.getTime() < latestBillMs ? null : emptyBill
  }
}
