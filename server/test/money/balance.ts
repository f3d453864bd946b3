import { expect } from 'vitest'
import { parseRefundNoAtChannel } from '../../src/modules/money/order/numbers.ts'
import { openAmountOfCase } from '../../src/modules/money/order/store/cases.ts'
import type { StoryCase, StorySides } from './callers.ts'
import { amountWithCaseSign, listUnreportedMoney } from './missed-notifications.ts'

export const sumFen = (amounts: number[]) => amounts.reduce((total, fen) => total + fen, 0)

export function findChannelOfPayment({ strangers, ours, cases }: StorySides, outTradeNo: string): string {
  const here = [...strangers, ...ours.payments].find((one) => one.outTradeNo === outTradeNo)
  return here?.channel ?? cases.find(({ subject }) => subject === outTradeNo)?.channel ?? 'NONE'
}

function settledOf({ decisions, book }: StorySides, here: StoryCase[]): number {
  const known = new Set(book.refunds.map(({ refundNo }) => refundNo))
  const counting = decisions.filter(({ state }) => state === 'APPROVED')
  return sumFen(
    counting.map(({ caseId, counterId, outcome, amountFen, reference }) => {
      const one = here.find(({ id }) => id === caseId)
      if (!one) return 0
      if (outcome === 'KEPT') return amountFen
      if (outcome === 'WRITTEN_OFF') return -amountFen
      if (outcome === 'CONFIRMED') return amountWithCaseSign(one, amountFen)
      /**
       * If the channel's own refunds contain the reference, the money is already counted as a refund, so it must not
       * count as a transfer too.
       */
      if (counterId !== null || known.has(reference ?? '')) return 0
      if (outcome === 'RETURNED') return amountFen
      return outcome === 'RECOVERED' ? -amountFen : 0
    }),
  )
}

/** Fen of a second refund by transfer that nobody approved, or that was reversed. */
export function unapprovedTransferFen({ book, ours, decisions }: StorySides, twice: StoryCase): number {
  const mine = ours.refunds.find(({ refundNo }) => refundNo === twice.subject)
  if (mine?.status !== 'DONE') return 0
  const given = book.refunds.filter(
    ({ refundNo, outTradeNo }) =>
      outTradeNo === mine.outTradeNo && parseRefundNoAtChannel(refundNo).refundNo === mine.refundNo,
  )
  const surplus = sumFen(given.map(({ amount }) => amount)) - mine.dueFen
  const isSaid = decisions.some(({ refundNo, state }) => refundNo === mine.refundNo && state !== 'APPROVED')
  return isSaid ? Math.max(0, Math.abs(twice.sumFen) - surplus) : 0
}

/**
 * Checks for each channel: money in − refunds = kept by paid orders + refunds not done yet + open money cases +
 * approved decisions about cases + not yet reported to the portal.
 */
export function requireChannelBalance(sides: StorySides): void {
  const { ours, book } = sides
  const unheard = listUnreportedMoney(sides)
  for (const channel of ['WECHAT', 'ALIPAY', 'NONE']) {
    const isHere = (one: { outTradeNo: string }) => findChannelOfPayment(sides, one.outTradeNo) === channel
    const ofChannel = <Row extends { channel: string | null }>(rows: Row[]) =>
      rows.filter((one) => one.channel === channel)
    const cases = ofChannel(sides.cases)
    // A stuck refund is already counted in the part that is still to refund.
    const open = cases.filter(({ state, kind }) => state === 'OPEN' && kind !== 'REFUND_STUCK')
    const due = ofChannel(ours.refunds).filter(({ status }) => status !== 'DONE')
    const twice = cases.filter(({ kind, state }) => kind === 'REFUND_TWICE' && state !== 'HEALED')
    const sums = {
      channel,
      in: sumFen(book.trades.filter(isHere).map(({ total }) => total)),
      back: sumFen(book.refunds.filter(isHere).map(({ amount }) => amount)),
      kept: sumFen(ofChannel(ours.kept).map(({ fen }) => fen)),
      due: sumFen(due.map(({ dueFen }) => dueFen)),
      open: sumFen(open.map((one) => amountWithCaseSign(one, openAmountOfCase(one)))),
      settled: settledOf(sides, cases),
      unheard: sumFen(unheard.filter(isHere).map(({ fen }) => fen)),
      said: sumFen(twice.map((one) => unapprovedTransferFen(sides, one))),
    }
    const explained = sums.kept + sums.due + sums.open + sums.settled + sums.unheard + sums.said
    expect({ ...sums, missing: sums.in - sums.back - explained }).toEqual({ ...sums, missing: 0 })
  }
}
