import { audit, auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import type { UnstudiedYear } from '../../../learning/sign/service.ts'
import {
  insertClosedAccountMoney,
  lockClosedAccountMoney,
  setClosedAccountMoneyDecision,
} from '../store/closed-account-money.ts'

/** Opens one case per year, with its amount. A repeat changes nothing. */
export async function openClosedAccountCases(
  tx: Tx,
  studentId: string,
  unstudied: readonly UnstudiedYear[],
): Promise<void> {
  for (const { orderNo, left, hoursLeft } of unstudied) {
    if (left === 0) continue
    const news = await insertClosedAccountMoney(tx, { orderNo, studentId, amountFen: left, hoursLeft })
    if (!news) continue
    const detail = { studentId, amountFen: left, hoursLeft: hoursLeft / 10 }
    await audit(tx, {
      actor: 'system',
      action: 'finance.closedMoneyOpened',
      subject: orderNo,
      detail,
    })
  }
}

/**
 * Records that the money is kept; if the line is refunded, the refund closes the case instead. A repeat gets the first
 * response.
 */
export async function setClosedAccountMoneyKept(
  deps: Deps,
  staff: StaffAtWork,
  { orderNo, signId, reason }: { orderNo: string; signId: string; reason: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = (await lockClosedAccountMoney(tx, { orderNo, signId })) ?? refuse('order.closedMoneyNotFound')
    if (row.state === 'KEPT' && row.decidedBy === staff.username && row.reason === reason) return
    if (row.state !== 'OPEN' || row.goesBack) refuse('order.closedMoneyDecided')
    await setClosedAccountMoneyDecision(tx, { orderNo, signId, by: staff.username, reason })
    const { amountFen, studentId } = row
    const detail = { studentId, signId, amountFen, reason }
    await auditStaff(tx, staff, 'finance.closedMoneyKept', orderNo, detail)
  })
}
