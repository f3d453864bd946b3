import type { Book, RefundStatus } from './book.ts'
import { rotate, type SimulatorKeys } from './keys.ts'
import { type Lie, type Message, refundMessage, tradeMessage } from './messages.ts'
import { type BridgeCall, type OfficialAccount, payInWechat } from './official-account.ts'

/**
 * How the next calls of one kind go wrong. ERROR: a 500, nothing done · LOST: done, and the answer lost ·
 * SLOW: after `ms` · UNSIGNED: a stranger signs the answer · BUSY: 429.
 */
export interface Fault {
  call: string
  kind: 'ERROR' | 'LOST' | 'SLOW' | 'UNSIGNED' | 'BUSY'
  times: number
  ms?: number
}

/** How notifications of a scan are sent. */
export interface Sending {
  mode: 'ONCE' | 'REPEATED' | 'LATE' | 'NEVER'
  ms: number
}

export interface Simulator {
  keys: SimulatorKeys
  book: Book
  account: OfficialAccount
  faults: Fault[]
  sending: Sending
}

/** What tests and a developer may do: everything that the world does to a channel. */
const controls: Record<string, (simulator: Simulator, input: never) => unknown> = {
  faults: ({ faults }, input: Fault[]) => {
    faults.splice(0, faults.length, ...input)
  },
  sending: (simulator, input: Sending) => {
    simulator.sending = input
  },
  clock: ({ book }, { shift }: { shift: number }) => {
    book.shift = shift
  },
  pay: ({ book }, input: { outTradeNo: string; succeeds?: boolean; force?: boolean }) => ({
    paid: book.pay(input.outTradeNo, input),
  }),
  /** somebody else takes the phone */
  person: ({ account }, { openid }: { openid: string }) => {
    account.person = openid
  },
  /** what a browser brings back from another account's page */
  code: ({ account, book }, { appid }: { appid?: string }) => ({
    code: account.newCode(book.now(), appid),
  }),
  /** what a page asks of WeChat's browser; `tell`: the portal hears of a payment */
  bridge: (
    simulator,
    input: { call: BridgeCall; action: 'pay' | 'fail' | 'cancel'; tell?: boolean },
  ) => {
    const { paid, ...said } = payInWechat(simulator, input.call, input.action)
    if (paid && input.tell) notifyScan(simulator, paid)
    return said
  },
  /** a signed message to deliver when and as often as one likes */
  message: ({ keys, book }, { outTradeNo, lie }: { outTradeNo: string; lie?: Lie }) =>
    tradeMessage(keys, book.require(outTradeNo), book.now(), lie),
  refundMessage: ({ keys, book }, { refundNo, lie }: { refundNo: string; lie?: Lie }) =>
    refundMessage(keys, book.requireRefund(refundNo), book.now(), lie),
  refundOutcome: ({ book }, { outcome }: { outcome: Book['refundOutcome'] }) => {
    book.refundOutcome = outcome
  },
  endRefund: ({ book }, input: { refundNo: string; status: RefundStatus }) =>
    book.endRefund(input.refundNo, input.status),
  rotate: ({ keys }) => ({ serial: rotate(keys) }),
  /** money that our books know nothing of */
  stranger: ({ book }, { outTradeNo, total }: { outTradeNo: string; total: number }) => {
    const expireAt = book.now() + 3_600_000
    book.create({ outTradeNo, total, description: '', expireAt, notifyUrl: '' })
    book.pay(outTradeNo)
  },
  /** the same payment for another sum in the channel's book */
  alter: ({ book }, { outTradeNo, total }: { outTradeNo: string; total: number }) => {
    book.require(outTradeNo).total = total
  },
  /** a payment is gone from the channel's book */
  forget: ({ book }, { outTradeNo }: { outTradeNo: string }) => {
    book.trades.delete(outTradeNo)
  },
  /** the same of a refund */
  forgetRefund: ({ book }, { refundNo }: { refundNo: string }) => {
    book.refunds.delete(refundNo)
  },
  book: ({ book }, { outTradeNos }: { outTradeNos?: string[] }) => ({
    trades: [...book.trades.values()].filter(
      ({ outTradeNo }) => outTradeNos?.includes(outTradeNo) ?? true,
    ),
    refunds: [...book.refunds.values()].filter(
      ({ outTradeNo }) => outTradeNos?.includes(outTradeNo) ?? true,
    ),
  }),
}

/** @returns undefined: no such control */
export function control(simulator: Simulator, name: string, input: unknown): unknown {
  const act = controls[name]
  return act && (act(simulator, input as never) ?? {})
}

/** Sends as the channel does: again after a while when it is not answered well. */
export async function send(message: Message, tries = 3): Promise<void> {
  const response = await fetch(message.url, {
    method: 'POST',
    headers: message.headers,
    body: message.body,
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  if (response?.ok || tries <= 1) return
  setTimeout(() => void send(message, tries - 1), 2000).unref()
}

/** After a scan. */
export function notifyScan({ keys, book, sending }: Simulator, outTradeNo: string): void {
  if (sending.mode === 'NEVER') return
  const once = () => void send(tradeMessage(keys, book.require(outTradeNo), book.now()))
  setTimeout(once, sending.mode === 'LATE' ? sending.ms : 0)
  if (sending.mode === 'REPEATED') setTimeout(once, sending.ms)
}
