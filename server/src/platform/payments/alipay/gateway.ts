import type { X509Certificate } from 'node:crypto'
import { shanghaiTime } from '../../shanghai-day.ts'
import type { FindOurs } from '../bill-totals.ts'
import { type CheckedKey, checkOf, fingerprintOf } from '../channel-check.ts'
import { ChannelRefusal, refusedAs } from '../channel-refusal.ts'
import {
  type ChannelBill,
  type ChannelOrder,
  type ChannelWish,
  type Gateway,
  noBillLines,
  type RefundAnswer,
  type RefundNumbers,
  unpaidOrder,
} from '../gateway.ts'
import { yuanOf } from '../yuan.ts'
import { readBill, unpackBill } from './bill.ts'
import { certificateSn, rootCertificateSn } from './certificates.ts'
import { type AlipayClient, alipayClient } from './client.ts'
import type { AlipayKeys } from './load-keys.ts'
import {
  billPlace,
  movedMoney,
  readCode,
  readNotice,
  readRefund,
  readRefundTime,
  readTrade,
} from './messages.ts'
import type { AlipaySettings } from './settings.ts'
import { readSignedForm } from './signature.ts'

/** nobody has scanned its QR, or nobody ever made it */
const unknownOrder = ['ACQ.TRADE_NOT_EXIST']
/** it has come to an end: which one, a question tells */
const endedOrder = [
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_ILLEGAL_STATUS',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_HAS_SUCCESS',
  'ACQ.TRADE_HAS_FINISHED',
]
/** somebody has to pay money in, or to give it back by hand: the number stays good */
const stuckRefund = ['ACQ.SELLER_BALANCE_NOT_ENOUGH', 'ACQ.TRADE_HAS_FINISHED']
/** written differently over the years */
const noBill = /bill[._-]not[._-]exist$/i
/** A bill comes at about nine of the next day, seldom later. None by noon of the day after, and there is none. */
const latestBillMs = 36 * 3_600_000
const subjectLength = 128

interface Options {
  settings: AlipaySettings
  keys: AlipayKeys
  notifyUrl: () => string
  now: () => Promise<Date>
}

/**
 * Alipay's orders by a QR (当面付 / 订单码, alipay.trade.precreate). Whoever scans the address that the QR holds makes the
 * trade; before that Alipay knows none, and closing ends nothing (decision 033): the QR ends with its order's time.
 */
export function alipayGateway({ settings, keys, notifyUrl, now }: Options): Gateway {
  const { appId, sellerId, baseUrl } = settings
  const client = alipayClient({ appId, baseUrl, now, keys })
  const query = (outTradeNo: string) => queryOrder(client, outTradeNo, sellerId)
  return {
    channel: 'ALIPAY',
    merchant: sellerId,
    acknowledgement: 'success',
    create: async (wish) => {
      const content = contentOf(wish, await now())
      const answer = await client.ask('alipay.trade.precreate', content, notifyUrl())
      return { codeUrl: readCode(answer, wish.outTradeNo) }
    },
    query,
    close: async (outTradeNo) => {
      try {
        await client.ask('alipay.trade.close', { out_trade_no: outTradeNo })
      } catch (error) {
        if (refusedAs(error, endedOrder)) return query(outTradeNo)
        if (!refusedAs(error, unknownOrder)) throw error
      }
      return unpaidOrder(outTradeNo, sellerId, 'CLOSED')
    },
    refund: (refund) => askRefund(client, refund),
    queryRefund: (refund) => queryRefund(client, refund),
    // repeated for a day, as it was signed at first: who books it asks whether it is still so where that matters
    readNotification: async (_headers, body) => {
      const sn = new URLSearchParams(body.toString()).get('alipay_cert_sn')
      const fields = readSignedForm(body, ...(await client.notifyingKeys(sn)))
      return { kind: 'PAYMENT', ...readNotice(fields, settings) }
    },
    check: async () => checkOf(await client.probe(), checkedKeys(keys, client), await now()),
    bill: async (day, findOurs) => fetchBill(client, day, await now(), findOurs),
  }
}

function contentOf({ outTradeNo, amountFen, description, expireAt }: ChannelWish, now: Date) {
  const minutes = Math.floor((expireAt.getTime() - now.getTime()) / 60_000)
  return {
    out_trade_no: outTradeNo,
    total_amount: yuanOf(amountFen),
    subject: plainSubject(description),
    // of the trade that a scan makes, and of the QR
    time_expire: shanghaiTime(expireAt),
    qr_code_timeout_express: `${Math.max(1, minutes)}m`,
  }
}

/** Signs that Alipay does not take in a subject, or that its bill would break at. */
function plainSubject(description: string): string {
  return description.replace(/[/=&,"'\s]+/g, ' ').slice(0, subjectLength)
}

async function queryOrder(
  client: AlipayClient,
  outTradeNo: string,
  merchant: string,
): Promise<ChannelOrder> {
  try {
    const answer = await client.ask('alipay.trade.query', { out_trade_no: outTradeNo })
    return readTrade(answer, outTradeNo, merchant)
  } catch (error) {
    if (refusedAs(error, unknownOrder)) return unpaidOrder(outTradeNo, merchant, 'NOTPAY')
    throw error
  }
}

async function askRefund(
  client: AlipayClient,
  refund: RefundNumbers & { amountFen: number },
): Promise<RefundAnswer> {
  const { refundNo, outTradeNo, amountFen } = refund
  const wish = {
    out_trade_no: outTradeNo,
    out_request_no: refundNo,
    refund_amount: yuanOf(amountFen),
  }
  try {
    const answer = await client.ask('alipay.trade.refund', wish)
    if (movedMoney(answer, outTradeNo))
      return { state: 'DONE', doneAt: readRefundTime(answer), amountFen }
  } catch (error) {
    if (refusedAs(error, stuckRefund)) return { state: 'STUCK', doneAt: null, amountFen: null }
    throw error
  }
  const found = await queryRefund(client, refund)
  // it gives back at once, or says no word of why not: who waits for one waits for ever
  if (found === null) throw new Error('a refund that moved no money')
  return found
}

async function queryRefund(
  client: AlipayClient,
  { refundNo, outTradeNo }: RefundNumbers,
): Promise<RefundAnswer | null> {
  // the time is told to whoever asks for it
  const wish = {
    out_trade_no: outTradeNo,
    out_request_no: refundNo,
    query_options: ['gmt_refund_pay'],
  }
  try {
    return readRefund(await client.ask('alipay.trade.fastpay.refund.query', wish), refundNo)
  } catch (error) {
    if (refusedAs(error, unknownOrder)) return null
    throw error
  }
}

/** What the self-check shows of the keys. */
function checkedKeys(
  { privateKey, publicKey, certificates }: AlipayKeys,
  client: AlipayClient,
): CheckedKey[] {
  const fromCertificate = (role: CheckedKey['role']) => (certificate: X509Certificate) => ({
    role,
    id: certificateSn(certificate),
    fingerprint: fingerprintOf(certificate.publicKey),
    until: certificate.validToDate,
  })
  if (!certificates)
    return [
      { role: 'MERCHANT', id: '', fingerprint: fingerprintOf(privateKey), until: null },
      { role: 'CHANNEL', id: '', fingerprint: fingerprintOf(publicKey), until: null },
    ]
  const roots = certificates.roots.filter((root) => rootCertificateSn([root]) !== '')
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
  findOurs: FindOurs,
): Promise<ChannelBill | null> {
  const method = 'alipay.data.dataservice.bill.downloadurl.query'
  try {
    const place = billPlace.parse(await client.ask(method, { bill_type: 'trade', bill_date: day }))
    const files = await unpackBill(await client.download(place.bill_download_url))
    return await readBill(files, findOurs)
  } catch (error) {
    if (!(error instanceof ChannelRefusal && noBill.test(error.code))) throw error
    // a day without trades and a bill that is late are refused alike
    const over = new Date(`${day}T24:00:00+08:00`)
    return now.getTime() - over.getTime() < latestBillMs ? null : noBillLines
  }
}
