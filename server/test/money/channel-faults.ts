import { sql } from 'kysely'
import { checkMoneyNightly } from '../../src/modules/money/order/service/reconcile.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import { passToNextBills } from '../factories/bills.ts'
import {
  controlChannel,
  readChannelBook,
  type TestChannelBook,
  type TestChannelNotification,
} from '../factories/wechat.ts'
import { deps, runWithoutTriggers } from '../world.ts'
import { chooseByPick } from './case-moves.ts'
import { listPossibleChannelOrders } from './channel-orders.ts'
import { listStoryOrders, type MoneyStory } from './story.ts'

type Row = { outTradeNo: string; paidAt?: number | null; at?: number }

/**
 * Returns the rows of the channel's book for days whose bill was not fetched yet, because a fetched bill cannot be
 * changed later.
 */
async function unbilled(story: MoneyStory): Promise<TestChannelBook> {
  const { trades, refunds } = await readChannelBook(...listPossibleChannelOrders(...story.orders))
  const { db } = await deps()
  const bills = await db
    .selectFrom('bill')
    .select(['channel', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('fetchedAt', '>=', story.since)
    .execute()
  const billed = new Set(bills.map(({ channel, day }) => `${channel} ${day}`))
  const payments = await db
    .selectFrom('payment')
    .select(['outTradeNo', 'channel'])
    .where('orderNo', 'in', ['', ...story.orders])
    .execute()
  const channelOf = new Map(payments.map((one) => [one.outTradeNo, one.channel]))
  const isOpen = ({ outTradeNo, paidAt, at }: Row) =>
    !billed.has(`${channelOf.get(outTradeNo)} ${shanghaiDay(new Date(paidAt ?? at ?? 0))}`)
  return {
    trades: trades.filter((one) => isOpen(one) && ['SUCCESS', 'REFUND'].includes(one.state)),
    // Refunds made in the channel's console are notified immediately and do not change.
    refunds: refunds.filter((one) => isOpen(one) && !one.refundNo.startsWith(one.outTradeNo)),
  }
}

async function booked(story: MoneyStory, pick: number): Promise<TestChannelBook['refunds'][number] | undefined> {
  const { refunds } = await unbilled(story)
  const { db } = await deps()
  const ours = await db
    .selectFrom('refund')
    .select('refundNo')
    .where('refundNo', 'in', ['', ...refunds.map(({ refundNo }) => refundNo)])
    .where('status', '=', 'DONE')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moneyDecision')
            .select('moneyDecision.id')
            .whereRef('moneyDecision.refundNo', '=', 'refund.refundNo'),
        ),
      ),
    )
    .execute()
  const known = new Set(ours.map(({ refundNo }) => refundNo))
  return chooseByPick(
    refunds.filter(({ refundNo, status }) => status === 'SUCCESS' && known.has(refundNo)),
    pick,
  )
}

export const channelFaultEvents = {
  /** The channel's book has another amount than was paid. */
  alter: async (story, pick) => {
    const trade = chooseByPick((await unbilled(story)).trades, pick)
    if (!trade) return
    const { outTradeNo, total } = trade
    const by = pick % 3 ? 100 : -100
    story.broken.push(outTradeNo)
    await controlChannel('alter', { outTradeNo, total: total + by })
    story.messages.push(await controlChannel<TestChannelNotification>('message', { outTradeNo }))
  },
  /** A payment without refunds disappears from the channel's book. */
  forget: async (story, pick) => {
    const { trades } = await unbilled(story)
    const trade = chooseByPick(
      trades.filter(({ state }) => state === 'SUCCESS'),
      pick,
    )
    if (!trade) return
    story.broken.push(trade.outTradeNo)
    await controlChannel('forget', trade)
  },
  alterRefund: async (story, pick) => {
    const refund = await booked(story, pick)
    if (!refund) return
    story.broken.push(refund.outTradeNo)
    await controlChannel('alterRefund', { ...refund, amount: refund.amount - 100 })
  },
  forgetRefund: async (story, pick) => {
    const refund = await booked(story, pick)
    if (!refund) return
    story.broken.push(refund.outTradeNo)
    await controlChannel('forgetRefund', refund)
  },
  /** Pending refunds finish without a notification. */
  endRefunds: async ({ orders }) => {
    const { refunds } = await readChannelBook(...listPossibleChannelOrders(...orders))
    for (const { refundNo, status } of refunds)
      if (status === 'PROCESSING' || status === 'ABNORMAL')
        await controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
  },
  /** A signed notification has another amount or another merchant. */
  lie: async (story, pick) => {
    const trade = chooseByPick((await unbilled(story)).trades, pick)
    if (!trade) return
    const lie = pick % 2 ? { amount: 1 } : { mchid: '1900000999', sellerId: '2088000000000009' }
    const { outTradeNo } = trade
    story.messages.push(await controlChannel<TestChannelNotification>('message', { outTradeNo, lie }))
  },
  /** A notification has an impossible time, long ago or in the future. */
  wrongTime: async (story, pick) => {
    const trade = chooseByPick((await unbilled(story)).trades, pick)
    if (!trade) return
    const { outTradeNo } = trade
    const days = pick % 2 ? 400 : -400
    const paidAt = story.since.getTime() + days * 86_400_000
    // The portal gets only this notification of the payment.
    const told = await controlChannel<TestChannelNotification>('message', { outTradeNo, lie: { paidAt } })
    story.messages.splice(0, story.messages.length, told)
  },
  /** Somebody removes a paid course in the database. The nightly check must find it; then it is restored. */
  tamper: async (story, pick) => {
    const all = await deps()
    const orders = await listStoryOrders(all, story)
    const paid = chooseByPick(
      orders.filter(({ status }) => status === 'PAID'),
      pick,
    )
    if (!paid) return
    const signs = await all.db
      .selectFrom('keptLine')
      .innerJoin('sign', 'sign.id', 'keptLine.signId')
      .select(['sign.id', 'sign.paidAt'])
      .where('orderNo', '=', paid.orderNo)
      .where('sign.paidAt', 'is not', null)
      .execute()
    const setPaid = (change: (paidAt: Date | null) => Date | null) =>
      runWithoutTriggers(['sign'], async (tx) => {
        for (const { id, paidAt } of signs)
          await tx
            .updateTable('sign')
            .set({ paidAt: change(paidAt) })
            .where('id', '=', id)
            .execute()
      })
    await passToNextBills()
    await setPaid(() => null)
    await checkMoneyNightly(all)
    await setPaid((paidAt) => paidAt)
  },
} satisfies Record<string, (story: MoneyStory, pick: number) => Promise<unknown>>
