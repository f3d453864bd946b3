import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

/** Students whose valid proofs name them otherwise than their account does, the longest waiting first. */
export async function listReissueDue(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('proofReissueDue')
    .select('studentId')
    .where(isNotPostponed(job, sql`student_id::text`))
    .orderBy('since')
    .orderBy('studentId')
    .limit(limit)
    .execute()
  return rows.map(({ studentId }) => studentId)
}

/** @returns whether it was due until now */
export async function settleReissueDue(tx: Tx, studentId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('proofReissueDue')
    .where('studentId', '=', studentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
