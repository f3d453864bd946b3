import { expect } from 'vitest'
import { readRefundNo } from '../../src/modules/order/numbers.ts'
import { restOf } from '../../src/modules/order/store/cases.ts'
import type { Case, Sides } from './sides.ts'
import { signed, unheardOf } from './unheard.ts'

export const sumOf = (amounts: number[]) => amounts.reduce((total, fen) => total + fen, 0)

export function channelOf({ strangers, ours, cases }: Sides, outTradeNo: string): string {
  const here = [...strangers, ...ours.payments].find((one) => one.outTradeNo === outTradeNo)
  return here?.channel ?? cases.find(({ subject }) => subject === outTradeNo)?.channel ?? 'NONE'
}

/** What decisions settled with money that is not at the channel, or not in our orders. */
function settledOf({ decisions, book }: Sides, here: Case[]): number {
  const known = new Set(book.refunds.map(({ refundNo }) => refundNo))
  const counting = decisions.filter(({ state }) => state === 'APPROVED')
  return sumOf(
    counting.map(({ caseId, counterId, outcome, amountFen, reference }) => {
      const one = here.find(({ id }) => id === caseId)
      if (!one) return 0
      if (outcome === 'KEPT') return amountFen
      if (outcome === 'WRITTEN_OFF') return -amountFen
      if (outcome === 'CONFIRMED') return signed(one, amountFen)
      // a number of the channel's own is a refund there, and no transfer
      if (counterId !== null || known.has(reference ?? '')) return 0
      if (outcome === 'RETURNED') return amountFen
      return outcome === 'RECOVERED' ? -amountFen : 0
    }),
  )
}

/** Fen that a case counts as given twice because somebody entered a transfer that nobody has agreed to, or that was undone. */
export function onlySaid({ book, ours, decisions }: Sides, twice: Case): number {
  const mine = ours.refunds.find(({ refundNo }) => refundNo === twice.subject)
  if (mine?.status !== 'DONE') return 0
  const given = book.refunds.filter(
    ({ refundNo, outTradeNo }) =>
      outTradeNo === mine.outTradeNo && readRefundNo(refundNo).refundNo === mine.refundNo,
  )
  const surplus = sumOf(given.map(({ amount }) => amount)) - mine.dueFen
  const isSaid = decisions.some(
    ({ refundNo, state }) => refundNo === mine.refundNo && state !== 'APPROVED',
  )
  return isSaid ? Math.max(0, Math.abs(twice.sumFen) - surplus) : 0
}

/**
 * At every moment, by channel: money in − money returned = what paid orders keep + what is still to be given back + what open cases are about
 * + what decisions settled beside the channel + what the portal has not heard of yet.
 */
export function requireBalance(sides: Sides): void {
  const { ours, book } = sides
  const unheard = unheardOf(sides)
  for (const channel of ['WECHAT', 'ALIPAY', 'NONE']) {
    const isHere = (one: { outTradeNo: string }) => channelOf(sides, one.outTradeNo) === channel
    const ofChannel = <Row extends { channel: string | null }>(rows: Row[]) =>
      rows.filter((one) => one.channel === channel)
    const cases = ofChannel(sides.cases)
    // a stuck refund is among what is still to be given back
    const open = cases.filter(({ state, kind }) => state === 'OPEN' && kind !== 'REFUND_STUCK')
    const due = ofChannel(ours.refunds).filter(({ status }) => status !== 'DONE')
    const twice = cases.filter(({ kind, state }) => kind === 'REFUND_TWICE' && state !== 'HEALED')
    const sums = {
      channel,
      in: sumOf(book.trades.filter(isHere).map(({ total }) => total)),
      back: sumOf(book.refunds.filter(isHere).map(({ amount }) => amount)),
      kept: sumOf(ofChannel(ours.kept).map(({ fen }) => fen)),
      due: sumOf(due.map(({ dueFen }) => dueFen)),
      open: sumOf(open.map((one) => signed(one, restOf(one)))),
      settled: settledOf(sides, cases),
      unheard: sumOf(unheard.filter(isHere).map(({ fen }) => fen)),
      said: sumOf(twice.map((one) => onlySaid(sides, one))),
    }
    const explained = sums.kept + sums.due + sums.open + sums.settled + sums.unheard + sums.said
    expect({ ...sums, missing: sums.in - sums.back - explained }).toEqual({ ...sums, missing: 0 })
  }
}
