import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { linkValid, signedUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findUploaded } from '../../file/service.ts'
import {
  findCase,
  findDecision,
  listDecisions,
  listRowsOfTrade,
  outcomesFor,
  outcomesLeft,
  outcomesOf,
  restOf,
  suggestedOutcome,
} from '../../order/service.ts'
import { deskOrder, toDifference } from './read.ts'

/** A case with both sides, what was decided of it, and how it may end. */
export async function deskCase(deps: Deps, staff: StaffAtWork, id: string) {
  const row = (await findCase(deps.db, id)) ?? refuse('order.differenceNotFound')
  const decisions = await listDecisions(deps.db, id)
  const trade = row.outTradeNo
  const rest = restOf(row)
  const facts = { ...row, rest, ofOrder: row.orderNo !== null }
  const waits = decisions.some(({ state }) => state === 'OPEN')
  const order = row.orderNo ? await deskOrder(deps, row.orderNo) : null
  const refunds = order?.payments.flatMap((payment) => payment.refunds) ?? []
  const state = order && {
    lines: order.lines,
    refundWaits: refunds.some(({ status }) => status !== 'DONE'),
  }
  const open = row.state === 'OPEN' && !waits
  const outcomes = open ? outcomesFor(staff, outcomesLeft(outcomesOf(facts), state)) : []
  return {
    ...toDifference({ ...row, rest, waits, sum: row.sumFen }),
    rows: (trade ? await listRowsOfTrade(deps.db, trade) : []).map(({ amountFen, ...line }) => ({
      ...line,
      amount: amountFen,
    })),
    order,
    decisions: decisions.map(({ amountFen: amount, fileId, fileName, ...decision }) => ({
      ...decision,
      amount,
      file:
        fileId && fileName
          ? {
              id: fileId,
              name: fileName,
              url: signedUrl(deps.keys, 'money-evidence', decision.id, staff.staffId),
            }
          : null,
    })),
    outcomes,
    suggested: suggestedOutcome(row.kind, rest, outcomes, order?.lines ?? []),
    reopenedAt: row.reopenedAt,
    reopenedBy: row.reopenedBy,
    reopenReason: row.reopenReason,
    secondPersonFen: await deps.settings.get('finance.secondPersonFen'),
  }
}

/** The evidence behind an address of ten minutes, which a call gave to a member of staff whose right it had checked. */
export async function evidenceFile(
  deps: Deps,
  link: { id: string; s: string; e: string; t: string },
) {
  if (!linkValid(deps.keys, 'money-evidence', link)) return refuse('file.linkInvalid')
  const { fileId } = (await findDecision(deps.db, link.id)) ?? refuse('file.gone')
  const file = fileId ? await findUploaded(deps.db, fileId, 'MONEY') : undefined
  return { ...(file ?? refuse('file.gone')), asDownload: false }
}
