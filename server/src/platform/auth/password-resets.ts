import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { insertOnce } from '../db/insert-once.ts'
import { refuse } from '../errors.ts'

/**
 * Refuses a repeated reset, because the first password is not stored and cannot be shown again.
 * @throws Refusal common.passwordGiven, common.keyUsed.
 */
export async function claimPasswordReset(
  tx: Tx,
  { key, subject, by }: { key: string; subject: string; by: string },
): Promise<void> {
  if (await insertOnce(tx, 'passwordReset', { id: key, subject, resetBy: by })) return
  const there = await tx
    .selectFrom('passwordReset')
    .select([
      'subject',
      'resetBy',
      sql<string>`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`.as('at'),
    ])
    .where('id', '=', key)
    .executeTakeFirst()
  if (there?.subject !== subject.toLowerCase() || there.resetBy !== by) refuse('common.keyUsed')
  refuse('common.passwordGiven', { at: there?.at })
}
