import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { creditPaidAnew } from '../../exam/service.ts'
import { type Sign, setPaid } from '../../sign/service.ts'

/** Signs that the caller holds are paid from now on; a year that is paid anew has the hours of what was passed while its money was back. */
export async function paySigns(tx: Tx, deps: Deps, signs: Sign[]): Promise<void> {
  await setPaid(
    tx,
    signs.map(({ id }) => id),
  )
  const anew = signs.filter(({ refundedAt }) => refundedAt !== null)
  if (anew.length === 0) return
  await creditPaidAnew(
    tx,
    deps,
    anew.map(({ id }) => id),
  )
}
