import { payType } from '@ce/contract'
import { audit, auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { continueForBudget } from '../../../../platform/jobs/sweep.ts'
import { logFault, logWarning } from '../../../../platform/observability/log.ts'
import { BillFault } from '../../../../platform/payments/bill-fault.ts'
import { isChannelNumber } from '../../../../platform/payments/channel-values.ts'
import type { ChannelBill, Gateway } from '../../../../platform/payments/gateway.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { parseRefundNoAtChannel } from '../numbers.ts'
import {
  type BillFailure,
  channelDaySubjectOf,
  compareBill,
  emptyBillSubjectOf,
  evaluateEmptyBill,
  insertBill,
  listDaysWithBookedMoney,
  listUnreconciledDays,
  recordBillFailure,
  type UnreconciledDay,
} from '../store/bills.ts'
import {
  claimDifferenceToRecheck,
  closeAgreedDifference,
  findMoneyDifference,
  isWholeDayDifference,
  type MoneyDifferenceRow,
  recordFaultsOfBooks,
} from '../store/differences.ts'
import { findOwnPaymentNumbers, findPayment } from '../store/payments.ts'
import { findRefund } from '../store/refunds.ts'
import { applyPaymentState } from './apply-payment.ts'
import { callChannel, findGateway, logChannelFailure } from './channel.ts'
import { moveMoneyToBillDay } from './channel-time.ts'
import { reportDoubleRefund, sendRefund } from './refund.ts'

/**
 * Compares each finished day with its bill once the bill is available (docs/rules/money.md#reconciliation). Differences
 * are listed in one transaction; some resolve after a query to the channel.
 */
export async function reconcileBills(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const hasTime = continueForBudget(stopping)
  for (const gateway of deps.gateways.values())
    for (const { day, nextAt } of await missingDaysOf(deps, gateway.channel)) {
      if (!hasTime()) return
      if (!nextAt) await compareDay(deps, gateway, day)
    }
  // A difference that cannot be checked again now waits an hour for its next try and does not delay others.
  for (let asked = 0; asked < 100 && hasTime(); asked += 1) {
    const difference = await claimDifferenceToRecheck(deps.db)
    if (!difference) return
    await recheckDifference(deps, difference).catch((error) => {
      if (!(error instanceof Refusal)) logFault(`difference ${difference.subject}`, error)
    })
  }
}

async function missingDaysOf(deps: Deps, channel: string): Promise<UnreconciledDay[]> {
  const days = await deps.settings.get('order.billDays')
  const hour = await deps.settings.get('order.billHour')
  return listUnreconciledDays(deps.db, channel, { days, hour })
}

interface MissingBill extends Pick<UnreconciledDay, 'day' | 'nextAt'> {
  channel: string
  why: BillFailure | 'NOT_DUE' | 'NOT_TRIED' | 'NO_CHANNEL'
}

/**
 * The newest days come first, with reason and next try. Unconfigured channels are listed only for days with money.
 */
export async function listMissingBills(deps: Deps): Promise<MissingBill[]> {
  const found: MissingBill[] = []
  for (const { channel } of deps.gateways.values())
    for (const { day, nextAt, due, why } of await missingDaysOf(deps, channel))
      found.push({ channel, day, nextAt, why: due ? (why ?? 'NOT_TRIED') : 'NOT_DUE' })
  for (const channel of payType.options.filter((type) => !findGateway(deps, type))) {
    const days = await missingDaysOf(deps, channel)
    if (!days[0]) continue
    const booked = await listDaysWithBookedMoney(deps.db, channel, days[0].day)
    for (const { day } of days) if (booked.has(day)) found.push({ channel, day, nextAt: null, why: 'NO_CHANNEL' })
  }
  return found.sort((a, b) => b.day.localeCompare(a.day))
}

async function compareDay(deps: Deps, gateway: Gateway, day: string): Promise<void> {
  const { channel } = gateway
  try {
    const bill = await gateway.bill(day, (numbers) =>
      /**
       * The bill may contain payments of other shops, which use any text as number, so search only for numbers in our
       * form.
       */
      findOwnPaymentNumbers(deps.db, channel, numbers.filter(isChannelNumber)),
    )
    if (bill) await inTransaction(deps.db, (tx) => takeBill(tx, channel, day, bill))
    else await inTransaction(deps.db, (tx) => noteMissing(tx, channel, day, 'NOT_MADE'))
  } catch (error) {
    logChannelFailure(`bill of ${day} from ${channel}`, error)
    const why = error instanceof BillFault ? error.kind : 'FAILED'
    await inTransaction(deps.db, (tx) => noteMissing(tx, channel, day, why))
  }
}

async function noteMissing(tx: Tx, channel: string, day: string, why: Exclude<BillFailure, 'EMPTY'>): Promise<void> {
  if (!(await recordBillFailure(tx, channel, day, why))) return
  const subject = channelDaySubjectOf(channel, day)
  await audit(tx, { actor: 'system', action: 'finance.billMissing', subject, detail: { why } })
}

/** An empty bill for a day with payments is not accepted and the day stays due, unless staff close the difference. */
async function takeBill(tx: Tx, channel: string, day: string, bill: ChannelBill): Promise<void> {
  const weight = bill.lines.length > 0 ? 'AGREES' : await evaluateEmptyBill(tx, channel, day)
  if (weight === 'DOUBTED') {
    await recordBillFailure(tx, channel, day, 'EMPTY')
    return
  }
  if (!(await insertBill(tx, channel, day, bill)) || weight === 'CONFIRMED') return
  await moveMoneyToBillDay(tx, channel, day)
  await compareBill(tx, channel, day)
  await closeAgreedDifference(tx, emptyBillSubjectOf(channel, day))
}

/** Queries the channel; the difference closes when channel and books agree afterwards. */
export async function recheckDifference(deps: Deps, difference: MoneyDifferenceRow): Promise<void> {
  const { kind, subject, channel } = difference
  if (isWholeDayDifference(difference)) {
    const gateway = findGateway(deps, channel ?? '')
    if (gateway) await compareDay(deps, gateway, difference.day)
  }
  if (kind === 'NOT_BOOKED') {
    const payment = await findPayment(deps.db, subject)
    const gateway = payment && findGateway(deps, payment.channel)
    if (!payment || !gateway || payment.channel !== channel) return
    const said = await callChannel(gateway.query(subject), `query ${subject}`).catch(() => null)
    if (said) await applyPaymentState(deps, payment, said)
    const { status } = (await findPayment(deps.db, subject)) ?? payment
    if (status !== 'CREATED' && status !== 'CLOSED') await closeAgreedDifference(deps.db, { kind, subject })
  }
  if (kind === 'REFUND_NOT_BOOKED') {
    const { refundNo } = parseRefundNoAtChannel(subject)
    await sendRefund(deps, refundNo)
    const refund = await findRefund(deps.db, refundNo)
    if (refund?.status !== 'DONE') return
    // If the refund was paid both by the channel and outside it, staff get a case to decide.
    await reportDoubleRefund(deps.db, refund, null)
    await closeAgreedDifference(deps.db, { kind, subject })
  }
}

/** A nightly job turns faults in the books into cases. */
export async function checkMoneyNightly(deps: Deps): Promise<void> {
  const hour = await deps.settings.get('order.checkHour')
  const faults = await inTransaction(deps.db, (tx) => recordFaultsOfBooks(tx, hour))
  if (faults) logWarning(`the check of all money found ${faults} faults: see the finance desk`)
}

export async function retryDifference(deps: Deps, staff: StaffAtWork, input: { id: string }): Promise<void> {
  const row = await read(deps, input.id)
  if (row.state !== 'OPEN') return
  await recheckDifference(deps, row)
  const { state } = await read(deps, input.id)
  await auditStaff(deps.db, staff, 'finance.differenceRetried', row.subject, {
    kind: row.kind,
    state,
  })
}

async function read(deps: Deps, id: string): Promise<MoneyDifferenceRow> {
  return (await findMoneyDifference(deps.db, id)) ?? refuse('order.differenceNotFound')
}
