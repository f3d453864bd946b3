import { audit, auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import type { Unstudied } from '../../sign/service.ts'
import {
  insertClosedMoney,
  lockClosedMoney,
  setClosedMoneyKept,
} from '../store/closed-account-money.ts'

/** An account ends with paid study left: a work item for finance for each year of it, with its sum. A repeat changes nothing. */
export async function openClosedMoney(
  tx: Tx,
  studentId: string,
  unstudied: readonly Unstudied[],
): Promise<void> {
  for (const { orderNo, left, hoursLeft } of unstudied) {
    // a course of no price
    if (left === 0) continue
    const news = await insertClosedMoney(tx, { orderNo, studentId, amountFen: left, hoursLeft })
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
 * Finance has looked into it, and the money is not given back. What is given back goes by a refund of the order's line, which ends the item by
 * itself. A repeat with the same reason answers as the first time.
 */
export async function keepClosedMoney(
  deps: Deps,
  staff: StaffAtWork,
  { orderNo, signId, reason }: { orderNo: string; signId: string; reason: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row =
      (await lockClosedMoney(tx, { orderNo, signId })) ?? refuse('order.closedMoneyNotFound')
    if (row.state === 'KEPT' && row.decidedBy === staff.username && row.reason === reason) return
    if (row.state !== 'OPEN' || row.goesBack) refuse('order.closedMoneyDecided')
    await setClosedMoneyKept(tx, { orderNo, signId, by: staff.username, reason })
    const { amountFen, studentId } = row
    const detail = { studentId, signId, amountFen, reason }
    await auditStaff(tx, staff, 'finance.closedMoneyKept', orderNo, detail)
  })
}
