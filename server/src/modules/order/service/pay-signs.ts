import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { creditPaidAnew } from '../../exam/service.ts'
import { lockLedger } from '../../hours/service.ts'
import { type Sign, setPaid } from '../../sign/service.ts'

/**
 * The ledgers that paying these signs, which the caller holds, may credit: before whatever takes the students' own rows, as everywhere
 * (lockLedger). Only a year that is paid anew credits anything.
 */
export async function lockLedgersPaidAnew(tx: Tx, signs: Sign[]): Promise<void> {
  const students = new Set(paidAnew(signs).map(({ studentId }) => studentId))
  for (const studentId of [...students].sort()) await lockLedger(tx, studentId)
}

const paidAnew = (signs: Sign[]) => signs.filter(({ refundedAt }) => refundedAt !== null)

/** Signs that the caller holds, with their ledgers (lockLedgersPaidAnew), are paid from now on; a year that is paid anew has the hours of what was passed while its money was back. */
export async function paySigns(tx: Tx, deps: Deps, signs: Sign[]): Promise<void> {
  await setPaid(
    tx,
    signs.map(({ id }) => id),
  )
  const anew = paidAnew(signs)
  if (anew.length === 0) return
  await creditPaidAnew(
    tx,
    deps,
    anew.map(({ id }) => id),
  )
}
