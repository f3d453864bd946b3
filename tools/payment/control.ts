import { rotateAlipayCertificate } from './alipay/authority.ts'
import type { SimulatedAlipayBook } from './alipay/book.ts'
import type { SimulatedAlipayKeys } from './alipay/keys.ts'
import { type AlipayNotificationFaults, buildAlipayNotification } from './alipay/messages.ts'
import type { SimulatedChannelBook, SimulatedRefundStatus } from './book.ts'
import { type SimulatedNotification, sendNotification } from './message.ts'
import { rotateWechatPlatformKey, type SimulatedWechatKeys } from './wechat/keys.ts'
import {
  buildWechatRefundNotification,
  buildWechatTradeNotification,
  type WechatNotificationFaults,
} from './wechat/messages.ts'
import {
  payInWechatBrowser,
  type SimulatedBridgeCall,
  type SimulatedOfficialAccount,
} from './wechat/official-account.ts'

export type SimulatedChannel = 'WECHAT' | 'ALIPAY'

/**
 * How the next calls of one kind fail. ERROR: status 500. LOST: done, response lost. SLOW: after `ms`. UNSIGNED:
 * foreign signature. BUSY: rate limit. DENIED: unsigned refusal. CHANGED: altered after signing. CUT: half a bill.
 */
export interface ChannelFault {
  call: string
  kind: 'ERROR' | 'LOST' | 'SLOW' | 'UNSIGNED' | 'BUSY' | 'DENIED' | 'CHANGED' | 'CUT'
  times: number
  ms?: number
  channel?: SimulatedChannel
}

/** How the simulator sends notifications after a scan. */
export interface ScanNotificationSettings {
  mode: 'ONCE' | 'REPEATED' | 'LATE' | 'NEVER'
  ms: number
}

export interface PaymentSimulator {
  wechat: { keys: SimulatedWechatKeys; book: SimulatedChannelBook; account: SimulatedOfficialAccount }
  alipay: { keys: SimulatedAlipayKeys; book: SimulatedAlipayBook }
  faults: ChannelFault[]
  sending: ScanNotificationSettings
}

const booksOf = ({ wechat, alipay }: PaymentSimulator): SimulatedChannelBook[] => [wechat.book, alipay.book]

/** Finds the channel that has this order; order numbers are unique across channels. */
function bookOf(simulator: PaymentSimulator, outTradeNo: string): SimulatedChannelBook {
  const { wechat, alipay } = simulator
  return alipay.book.trades.has(outTradeNo) ? alipay.book : wechat.book
}

function isAlipays({ alipay }: PaymentSimulator, { refundNo }: { refundNo: string }): boolean {
  return alipay.book.refunds.has(refundNo)
}

const controls: Record<string, (simulator: PaymentSimulator, input: never) => unknown> = {
  faults: ({ faults }, input: ChannelFault[]) => {
    faults.splice(0, faults.length, ...input)
  },
  sending: (simulator, input: ScanNotificationSettings) => {
    simulator.sending = input
  },
  clock: (simulator, { shift }: { shift: number }) => {
    for (const book of booksOf(simulator)) book.shift = shift
  },
  pay: (simulator, input: { outTradeNo: string; succeeds?: boolean; force?: boolean }) => ({
    paid: bookOf(simulator, input.outTradeNo).pay(input.outTradeNo, input),
  }),
  scan: ({ alipay }, { codeUrl }: { codeUrl: string }) => ({
    found: alipay.book.scan(codeUrl) !== undefined,
  }),
  /** Another person uses the phone from now on. */
  person: ({ wechat }, { openid }: { openid: string }) => {
    wechat.account.person = openid
  },
  /** Creates a sign-in code of WeChat; with `appid` for the page of another account. */
  code: ({ wechat }, { appid }: { appid?: string }) => ({
    code: wechat.account.newCode(wechat.book.now(), appid),
  }),
  /** Responds to a request that a page makes to WeChat's browser. */
  bridge: (simulator, input: { call: SimulatedBridgeCall; action: 'pay' | 'fail' | 'cancel'; tell?: boolean }) => {
    const { paid, ...said } = payInWechatBrowser(simulator.wechat, input.call, input.action)
    if (paid && input.tell) notifyAfterScan(simulator, paid)
    return said
  },
  /** Builds a signed notification with planned faults. */
  message: (
    simulator,
    { outTradeNo, lie }: { outTradeNo: string; lie?: WechatNotificationFaults & AlipayNotificationFaults },
  ) => messageAbout(simulator, outTradeNo, lie),
  refundMessage: (
    simulator,
    { refundNo, lie }: { refundNo: string; lie?: WechatNotificationFaults & AlipayNotificationFaults },
  ) => {
    const { wechat, alipay } = simulator
    if (!isAlipays(simulator, { refundNo }))
      return buildWechatRefundNotification(wechat.keys, wechat.book.requireRefund(refundNo), wechat.book.now(), lie)
    const refund = alipay.book.requireRefund(refundNo)
    return buildAlipayNotification(alipay, alipay.book.require(refund.outTradeNo), lie, refund)
  },
  refundOutcome: (simulator, { outcome }: { outcome: SimulatedChannelBook['refundOutcome'] }) => {
    for (const book of booksOf(simulator)) book.refundOutcome = outcome
  },
  endRefund: (simulator, input: { refundNo: string; status: SimulatedRefundStatus }) => {
    const { wechat, alipay } = simulator
    const { book } = isAlipays(simulator, input) ? alipay : wechat
    return book.endRefund(input.refundNo, input.status)
  },
  rotate: ({ wechat }) => ({ serial: rotateWechatPlatformKey(wechat.keys) }),
  /** Signs with another Alipay certificate from now on; merchants must download it. */
  rotateCertificate: ({ alipay }, input: Parameters<typeof rotateAlipayCertificate>[1]) => ({
    sn: rotateAlipayCertificate(alipay.keys.authority, input),
  }),
  /** Refunds a payment as somebody would do in the merchant console. */
  refundByHand: (simulator, input: { outTradeNo: string; refundNo: string; amount: number }) => {
    const book = bookOf(simulator, input.outTradeNo)
    const { total, notifyUrl } = book.require(input.outTradeNo)
    return book.refund({ ...input, total, notifyUrl })
  },
  /** Adds a payment that the portal does not know. */
  stranger: ({ wechat, alipay }, input: { outTradeNo: string; total: number; channel?: SimulatedChannel }) => {
    const { outTradeNo, total, channel } = input
    const { book } = channel === 'ALIPAY' ? alipay : wechat
    const expireAt = book.now() + 3_600_000
    book.create({ outTradeNo, total, description: '', expireAt, notifyUrl: '' })
    book.pay(outTradeNo)
  },
  strangeRows: (
    { wechat, alipay },
    { channel, rows }: { channel: SimulatedChannel; rows: Record<string, string>[] },
  ) => {
    const { book } = channel === 'ALIPAY' ? alipay : wechat
    book.strangeRows = rows
  },
  alter: (simulator, { outTradeNo, total }: { outTradeNo: string; total: number }) => {
    bookOf(simulator, outTradeNo).require(outTradeNo).total = total
  },
  forget: (simulator, { outTradeNo }: { outTradeNo: string }) => {
    bookOf(simulator, outTradeNo).trades.delete(outTradeNo)
  },
  /** Changes the amount of a refund at the channel, so that the portal has a different one. */
  alterRefund: (simulator, { refundNo, amount }: { refundNo: string; amount: number }) => {
    for (const { refunds } of booksOf(simulator)) {
      const refund = refunds.get(refundNo)
      if (refund) refund.amount = amount
    }
  },
  forgetRefund: (simulator, { refundNo }: { refundNo: string }) => {
    for (const book of booksOf(simulator)) book.refunds.delete(refundNo)
  },
  /** Clears the books of the channels, as if many years had passed. */
  forgetAll: (simulator) => {
    for (const { trades, refunds } of booksOf(simulator)) {
      trades.clear()
      refunds.clear()
    }
  },
  book: (simulator, { outTradeNos }: { outTradeNos?: string[] }) => {
    const wanted = outTradeNos && new Set(outTradeNos)
    const isAsked = ({ outTradeNo }: { outTradeNo: string }) => wanted?.has(outTradeNo) ?? true
    const books = booksOf(simulator)
    return {
      trades: books.flatMap(({ trades }) => [...trades.values()].filter(isAsked)),
      refunds: books.flatMap(({ refunds }) => [...refunds.values()].filter(isAsked)),
    }
  },
}

export function takeChannelFault({ faults }: PaymentSimulator, channel: SimulatedChannel, call: string | null) {
  const at = faults.findIndex(
    (fault) => (fault.call === call || fault.call === '*') && (fault.channel ?? channel) === channel,
  )
  const fault = faults[at]
  if (fault && --fault.times <= 0) faults.splice(at, 1)
  return fault
}

/** @returns undefined for an unknown command */
export function runSimulatorControl(simulator: PaymentSimulator, name: string, input: unknown): unknown {
  const act = controls[name]
  return act && (act(simulator, input as never) ?? {})
}

function messageAbout(
  simulator: PaymentSimulator,
  outTradeNo: string,
  lie?: WechatNotificationFaults & AlipayNotificationFaults,
): SimulatedNotification {
  const { wechat, alipay } = simulator
  const trade = bookOf(simulator, outTradeNo).require(outTradeNo)
  return trade.type === 'QR'
    ? buildAlipayNotification(alipay, trade, lie)
    : buildWechatTradeNotification(wechat.keys, trade, wechat.book.now(), lie)
}

export function notifyAfterScan(simulator: PaymentSimulator, outTradeNo: string): void {
  const { mode, ms } = simulator.sending
  if (mode === 'NEVER') return
  const isAlipay = bookOf(simulator, outTradeNo) === simulator.alipay.book
  const once = () => void sendNotification(messageAbout(simulator, outTradeNo), isAlipay ? 'success' : null)
  setTimeout(once, mode === 'LATE' ? ms : 0)
  if (mode === 'REPEATED') setTimeout(once, ms)
}
