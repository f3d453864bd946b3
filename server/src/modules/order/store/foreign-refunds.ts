import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { healDifference, reportDifference } from './differences.ts'

/** A refund that nobody asked for here, as the channel says it. */
interface ForeignRefund {
  refundNo: string
  outTradeNo: string
  amountFen: number
  /** FAILED: it was closed, and nothing goes back by this number */
  state: 'DONE' | 'PENDING' | 'STUCK' | 'FAILED'
}

/** What a refund that is not ours is known by on the worklist; the comparison of a bill makes the same. */
const subjectOf = ({ outTradeNo, refundNo }: Pick<ForeignRefund, 'outTradeNo' | 'refundNo'>) =>
  `${outTradeNo} ${refundNo}`

/**
 * Puts a refund made in the merchant console on the worklist, once, whether a notification or the bill is first. One that was entered as
 * given back otherwise, and agreed to, is known; one that was closed is gone from the list.
 */
export async function reportForeignRefund(
  db: Db,
  { orderNo, channel }: { orderNo: string; channel: string },
  said: ForeignRefund,
): Promise<void> {
  const { outTradeNo, amountFen: theirs, state } = said
  const which = { kind: 'REFUND_UNKNOWN' as const, subject: subjectOf(said) }
  if (state === 'FAILED') return healDifference(db, which)
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

/** Fen that staff have entered by this number, and a second person agreed to. */
async function sumEntered(db: Db, { refundNo, outTradeNo }: ForeignRefund): Promise<number> {
  const row = await db
    .selectFrom('moneyDecision')
    .innerJoin('moneyDifference as about', 'about.id', 'moneyDecision.caseId')
    .leftJoin('refund', 'refund.refundNo', 'moneyDecision.refundNo')
    .select(sql<number>`coalesce(sum(money_decision.amount_fen), 0)::bigint`.as('fen'))
    .where('moneyDecision.state', '=', 'APPROVED')
    .where(
      sql<boolean>`money_decision.reference in (${refundNo}::text, money_number(${refundNo}::text))`,
    )
    .where(
      sql`coalesce(refund.out_trade_no, about.detail ->> 'outTradeNo', about.subject)`,
      '=',
      outTradeNo,
    )
    .executeTakeFirst()
  return row?.fen ?? 0
}

/** Fen of a payment that went back, or may have, by numbers that we know – but for this one. */
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
