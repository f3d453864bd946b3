import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { giveReductions, listOverCap } from '../store/reductions.ts'
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

/** What hinders it, in words: a type gives one person no more in a year than its cap, and which hours go is a reviewer's to say. */
export async function overCaps(db: Db, pair: { from: string; to: string }): Promise<string[]> {
  return (await listOverCap(db, pair)).map(
    ({ name, year, subject, given, cap }) =>
      `两个账号 ${year} 年度${subject === 'PUBLIC' ? '公需' : '专业'}科目的“${name}”减免共 ${given / 10} 学时，超过这一类型的年度上限 ${cap / 10} 学时，请先冲销其中一笔`,
  )
}
