import { rotateCertificate } from './alipay/authority.ts'
import type { AlipayBook } from './alipay/book.ts'
import type { AlipayKeys } from './alipay/keys.ts'
import { type AlipayLie, tradeNotice } from './alipay/messages.ts'
import type { Book, RefundStatus } from './book.ts'
import { type Message, send } from './message.ts'
import { rotate, type SimulatorKeys } from './wechat/keys.ts'
import { type Lie, refundMessage, tradeMessage } from './wechat/messages.ts'
import { type BridgeCall, type OfficialAccount, payInWechat } from './wechat/official-account.ts'

export type Channel = 'WECHAT' | 'ALIPAY'

/**
 * How the next calls of one kind go wrong. ERROR: a 500, nothing done · LOST: done, and the answer lost ·
 * SLOW: after `ms` · UNSIGNED: a stranger signs the answer · BUSY: too many of them · DENIED: nobody signs the answer that there
 * is no such order, nothing done · CHANGED: of Alipay's, a trade that waits is called paid after the answer was signed · CUT: of a bill's
 * file, half of it is sent.
 */
export interface Fault {
  call: string
  kind: 'ERROR' | 'LOST' | 'SLOW' | 'UNSIGNED' | 'BUSY' | 'DENIED' | 'CHANGED' | 'CUT'
  times: number
  ms?: number
  /** missing: of either */
  channel?: Channel
}

/** How notifications of a scan are sent. */
export interface Sending {
  mode: 'ONCE' | 'REPEATED' | 'LATE' | 'NEVER'
  ms: number
}

export interface Simulator {
  wechat: { keys: SimulatorKeys; book: Book; account: OfficialAccount }
  alipay: { keys: AlipayKeys; book: AlipayBook }
  faults: Fault[]
  sending: Sending
}

const booksOf = ({ wechat, alipay }: Simulator): Book[] => [wechat.book, alipay.book]

/** Where an order was placed: no two channels have the same number. */
function bookOf(simulator: Simulator, outTradeNo: string): Book {
  const { wechat, alipay } = simulator
  return alipay.book.trades.has(outTradeNo) ? alipay.book : wechat.book
}

function isAlipays({ alipay }: Simulator, { refundNo }: { refundNo: string }): boolean {
  return alipay.book.refunds.has(refundNo)
}

/** What tests and a developer may do: everything that the world does to a channel. */
const controls: Record<string, (simulator: Simulator, input: never) => unknown> = {
  faults: ({ faults }, input: Fault[]) => {
    faults.splice(0, faults.length, ...input)
  },
  sending: (simulator, input: Sending) => {
    simulator.sending = input
  },
  clock: (simulator, { shift }: { shift: number }) => {
    for (const book of booksOf(simulator)) book.shift = shift
  },
  pay: (simulator, input: { outTradeNo: string; succeeds?: boolean; force?: boolean }) => ({
    paid: bookOf(simulator, input.outTradeNo).pay(input.outTradeNo, input),
  }),
  /** somebody reads Alipay's QR and thinks about it */
  scan: ({ alipay }, { codeUrl }: { codeUrl: string }) => ({
    found: alipay.book.scan(codeUrl) !== undefined,
  }),
  /** somebody else takes the phone */
  person: ({ wechat }, { openid }: { openid: string }) => {
    wechat.account.person = openid
  },
  /** what a browser brings back from another account's page */
  code: ({ wechat }, { appid }: { appid?: string }) => ({
    code: wechat.account.newCode(wechat.book.now(), appid),
  }),
  /** what a page asks of WeChat's browser; `tell`: the portal hears of a payment */
  bridge: (
    simulator,
    input: { call: BridgeCall; action: 'pay' | 'fail' | 'cancel'; tell?: boolean },
  ) => {
    const { paid, ...said } = payInWechat(simulator.wechat, input.call, input.action)
    if (paid && input.tell) notifyScan(simulator, paid)
    return said
  },
  /** a signed message to deliver when and as often as one likes; the lies are those of its channel */
  message: (simulator, { outTradeNo, lie }: { outTradeNo: string; lie?: Lie & AlipayLie }) =>
    messageAbout(simulator, outTradeNo, lie),
  refundMessage: (simulator, { refundNo, lie }: { refundNo: string; lie?: Lie & AlipayLie }) => {
    const { wechat, alipay } = simulator
    if (!isAlipays(simulator, { refundNo }))
      return refundMessage(wechat.keys, wechat.book.requireRefund(refundNo), wechat.book.now(), lie)
    const refund = alipay.book.requireRefund(refundNo)
    return tradeNotice(alipay, alipay.book.require(refund.outTradeNo), lie, refund)
  },
  refundOutcome: (simulator, { outcome }: { outcome: Book['refundOutcome'] }) => {
    for (const book of booksOf(simulator)) book.refundOutcome = outcome
  },
  endRefund: (simulator, input: { refundNo: string; status: RefundStatus }) => {
    const { wechat, alipay } = simulator
    const { book } = isAlipays(simulator, input) ? alipay : wechat
    return book.endRefund(input.refundNo, input.status)
  },
  rotate: ({ wechat }) => ({ serial: rotate(wechat.keys) }),
  /** another certificate of Alipay's signs; its merchants in certificate mode have to fetch it */
  rotateCertificate: ({ alipay }, input: Parameters<typeof rotateCertificate>[1]) => ({
    sn: rotateCertificate(alipay.keys.authority, input),
  }),
  /** somebody gives money back in the merchant console */
  refundByHand: (simulator, input: { outTradeNo: string; refundNo: string; amount: number }) => {
    const book = bookOf(simulator, input.outTradeNo)
    const { total, notifyUrl } = book.require(input.outTradeNo)
    return book.refund({ ...input, total, notifyUrl })
  },
  /** money that our books know nothing of */
  stranger: (
    { wechat, alipay },
    input: { outTradeNo: string; total: number; channel?: Channel },
  ) => {
    const { outTradeNo, total, channel } = input
    const { book } = channel === 'ALIPAY' ? alipay : wechat
    const expireAt = book.now() + 3_600_000
    book.create({ outTradeNo, total, description: '', expireAt, notifyUrl: '' })
    book.pay(outTradeNo)
  },
  /** other tills of the account have such rows in every bill */
  strangeRows: (
    { wechat, alipay },
    { channel, rows }: { channel: Channel; rows: Record<string, string>[] },
  ) => {
    const { book } = channel === 'ALIPAY' ? alipay : wechat
    book.strangeRows = rows
  },
  /** the same payment for another sum in the channel's book */
  alter: (simulator, { outTradeNo, total }: { outTradeNo: string; total: number }) => {
    bookOf(simulator, outTradeNo).require(outTradeNo).total = total
  },
  /** a payment is gone from the channel's book */
  forget: (simulator, { outTradeNo }: { outTradeNo: string }) => {
    bookOf(simulator, outTradeNo).trades.delete(outTradeNo)
  },
  /** the same refund of another sum in the channel's book */
  alterRefund: (simulator, { refundNo, amount }: { refundNo: string; amount: number }) => {
    for (const { refunds } of booksOf(simulator)) {
      const refund = refunds.get(refundNo)
      if (refund) refund.amount = amount
    }
  },
  /** the same of a refund */
  forgetRefund: (simulator, { refundNo }: { refundNo: string }) => {
    for (const book of booksOf(simulator)) book.refunds.delete(refundNo)
  },
  /** years later: nobody asks about any of it again */
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

/** How this call goes wrong, if it does. */
export function takeFault({ faults }: Simulator, channel: Channel, call: string | null) {
  const at = faults.findIndex(
    (fault) =>
      (fault.call === call || fault.call === '*') && (fault.channel ?? channel) === channel,
  )
  const fault = faults[at]
  if (fault && --fault.times <= 0) faults.splice(at, 1)
  return fault
}

/** @returns undefined: no such control */
export function control(simulator: Simulator, name: string, input: unknown): unknown {
  const act = controls[name]
  return act && (act(simulator, input as never) ?? {})
}

function messageAbout(simulator: Simulator, outTradeNo: string, lie?: Lie & AlipayLie): Message {
  const { wechat, alipay } = simulator
  const trade = bookOf(simulator, outTradeNo).require(outTradeNo)
  return trade.type === 'QR'
    ? tradeNotice(alipay, trade, lie)
    : tradeMessage(wechat.keys, trade, wechat.book.now(), lie)
}

/** After a scan. */
export function notifyScan(simulator: Simulator, outTradeNo: string): void {
  const { mode, ms } = simulator.sending
  if (mode === 'NEVER') return
  const isAlipay = bookOf(simulator, outTradeNo) === simulator.alipay.book
  const once = () => void send(messageAbout(simulator, outTradeNo), isAlipay ? 'success' : null)
  setTimeout(once, mode === 'LATE' ? ms : 0)
  if (mode === 'REPEATED') setTimeout(once, ms)
}
