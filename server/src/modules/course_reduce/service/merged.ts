import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { giveReductions } from '../store/reductions.ts'
import { takeBack } from './after.ts'

/**
 * Applications as two accounts become one (docs/decisions/010-merging-students.md), before their hours move: an activity counts once, so hours
 * that both were given for the same one are taken back from the account that closes.
 */
export async function moveReductions(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const twice = await giveReductions(tx, from, to)
  for (const row of twice)
    await takeBack(tx, deps, staff, row, '账号合并：保留的账号已有同一活动的减免')
}
