import { sql } from 'kysely'
import { checkAllMoney } from '../../src/modules/order/service/reconcile.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import { nextBills } from '../factories/bills.ts'
import { type Book, channelBook, control, type Message } from '../factories/wechat.ts'
import { deps, pastTriggers } from '../world.ts'
import { choose } from './case-moves.ts'
import { channelOrdersOf } from './channel-orders.ts'
import { ordersOf, type Story } from './story.ts'

type Row = { outTradeNo: string; paidAt?: number | null; at?: number }

/** The rows of a story at its channels whose day has no bill yet: what a bill has said stays said. */
async function unbilled(story: Story): Promise<Book> {
  const { trades, refunds } = await channelBook(...channelOrdersOf(...story.orders))
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
    // those of the merchant console are told of at once, and stay
    refunds: refunds.filter((one) => isOpen(one) && !one.refundNo.startsWith(one.outTradeNo)),
  }
}

/** A refund of ours that is back by its channel alone, and of whose day no bill has told. */
async function booked(story: Story, pick: number): Promise<Book['refunds'][number] | undefined> {
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
  return choose(
    refunds.filter(({ refundNo, status }) => status === 'SUCCESS' && known.has(refundNo)),
    pick,
  )
}

/** What a channel does that no channel should. */
export const faultEvents = {
  /** its book has another sum than was paid */
  alter: async (story, pick) => {
    const trade = choose((await unbilled(story)).trades, pick)
    if (!trade) return
    const { outTradeNo, total } = trade
    const by = pick % 3 ? 100 : -100
    story.broken.push(outTradeNo)
    await control('alter', { outTradeNo, total: total + by })
    story.messages.push(await control<Message>('message', { outTradeNo }))
  },
  /** a payment of which nothing went back is gone from its book */
  forget: async (story, pick) => {
    const { trades } = await unbilled(story)
    const trade = choose(
      trades.filter(({ state }) => state === 'SUCCESS'),
      pick,
    )
    if (!trade) return
    story.broken.push(trade.outTradeNo)
    await control('forget', trade)
  },
  alterRefund: async (story, pick) => {
    const refund = await booked(story, pick)
    if (!refund) return
    story.broken.push(refund.outTradeNo)
    await control('alterRefund', { ...refund, amount: refund.amount - 100 })
  },
  forgetRefund: async (story, pick) => {
    const refund = await booked(story, pick)
    if (!refund) return
    story.broken.push(refund.outTradeNo)
    await control('forgetRefund', refund)
  },
  /** what is on its way arrives, and nobody is told */
  endRefunds: async ({ orders }) => {
    const { refunds } = await channelBook(...channelOrdersOf(...orders))
    for (const { refundNo, status } of refunds)
      if (status === 'PROCESSING' || status === 'ABNORMAL')
        await control('endRefund', { refundNo, status: 'SUCCESS' })
  },
  /** a signed notification of another sum or of somebody else's merchant */
  lie: async (story, pick) => {
    const trade = choose((await unbilled(story)).trades, pick)
    if (!trade) return
    const lie = pick % 2 ? { amount: 1 } : { mchid: '1900000999', sellerId: '2088000000000009' }
    const { outTradeNo } = trade
    story.messages.push(await control<Message>('message', { outTradeNo, lie }))
  },
  /** a notification whose time cannot be: long ago, or still to come */
  wrongTime: async (story, pick) => {
    const trade = choose((await unbilled(story)).trades, pick)
    if (!trade) return
    const { outTradeNo } = trade
    const days = pick % 2 ? 400 : -400
    const paidAt = story.since.getTime() + days * 86_400_000
    // the channel sends no other one
    const told = await control<Message>('message', { outTradeNo, lie: { paidAt } })
    story.messages.splice(0, story.messages.length, told)
  },
  /** somebody at the database takes a paid course away; the night's check finds it, and it is put back */
  tamper: async (story, pick) => {
    const all = await deps()
    const orders = await ordersOf(all, story)
    const paid = choose(
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
      pastTriggers(['sign'], async (tx) => {
        for (const { id, paidAt } of signs)
          await tx
            .updateTable('sign')
            .set({ paidAt: change(paidAt) })
            .where('id', '=', id)
            .execute()
      })
    await nextBills()
    await setPaid(() => null)
    await checkAllMoney(all)
    await setPaid((paidAt) => paidAt)
  },
} satisfies Record<string, (story: Story, pick: number) => Promise<unknown>>
