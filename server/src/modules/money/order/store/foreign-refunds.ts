import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { closeAgreedDifference, reportDifference } from './differences.ts'

/** A refund of the merchant console as the channel reports it. */
interface ForeignRefund {
  refundNo: string
  outTradeNo: string
  amountFen: number
  /** FAILED means that the refund was closed without a payment. */
  state: 'DONE' | 'PENDING' | 'STUCK' | 'FAILED'
}

/** The comparison of bills uses the same subject. */
const subjectOf = ({ outTradeNo, refundNo }: Pick<ForeignRefund, 'outTradeNo' | 'refundNo'>) =>
  `${outTradeNo} ${refundNo}`

/**
 * Inserts the difference for a refund of the merchant console once, whether the notification or the bill comes first. A
 * refund that staff have entered in full makes no difference, and a failed refund closes its difference.
 */
export async function reportForeignRefund(
  db: Db,
  { orderNo, channel }: { orderNo: string; channel: string },
  said: ForeignRefund,
): Promise<void> {
  const { outTradeNo, amountFen: theirs, state } = said
  const which = { kind: 'REFUND_UNKNOWN' as const, subject: subjectOf(said) }
  if (state === 'FAILED') return closeAgreedDifference(db, which)
  const ours = await sumEntered(db, said)
  if (ours === theirs) return
  const detail = {
    theirs,
    outTradeNo,
    ...(ours > 0 ? { ours } : {}),
    ...(state === 'DONE' ? {} : { status: state }),
  }
  await reportDifference(db, { ...which, channel, orderNo, detail })
}

/** Sums in fen the approved decisions that name this refund number. */
async function sumEntered(db: Db, { refundNo, outTradeNo }: ForeignRefund): Promise<number> {
  const row = await db
    .selectFrom('moneyDecision')
    .innerJoin('moneyDifference as about', 'about.id', 'moneyDecision.caseId')
    .leftJoin('refund', 'refund.refundNo', 'moneyDecision.refundNo')
    .select(sql<number>`coalesce(sum(money_decision.amount_fen), 0)::bigint`.as('fen'))
    .where('moneyDecision.state', '=', 'APPROVED')
    .where(sql<boolean>`money_decision.reference in (${refundNo}::text, money_number(${refundNo}::text))`)
    .where(sql`coalesce(refund.out_trade_no, about.detail ->> 'outTradeNo', about.subject)`, '=', outTradeNo)
    .executeTakeFirst()
  return row?.fen ?? 0
}

/** Sum in fen refunded or pending under other known numbers. */
export async function sumKnownRefunds(
  db: Db,
  { outTradeNo, refundNo }: { outTradeNo: string; refundNo: string },
): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce((select sum(amount_fen) from refund where out_trade_no = ${outTradeNo} and asked_at is not null), 0)::float8
      + coalesce((select sum((detail ->> 'theirs')::bigint) from money_difference
        where kind = 'REFUND_UNKNOWN' and detail ->> 'outTradeNo' = ${outTradeNo}
          and subject <> ${subjectOf({ outTradeNo, refundNo })}), 0)::float8 as fen`.execute(db)
  return rows[0]?.fen ?? 0
}

/**
 * Sums in fen what staff have paid outside for this refund, including undecided proposals.
 * @param number refund number at the channel; decisions that name it are about the channel's own payment and do not
 * count
 */
export async function sumRefundPaidOutside(db: Db, refundNo: string, number: string): Promise<number> {
  const row = await db
    .selectFrom('moneyDecision')
    .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('fen'))
    .where('refundNo', '=', refundNo)
    .where('state', 'in', ['OPEN', 'APPROVED'])
    .where('reference', 'is distinct from', number)
    .executeTakeFirst()
  return row?.fen ?? 0
}
