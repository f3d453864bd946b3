import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** One address at a time, whoever asks: who counts its codes counts all of them. */
export async function holdAddress(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${address}`}, 0))`.execute(tx)
}

/** Codes of the last 24 hours, of this student and to this address, and how long ago the student's last was sent. */
export async function countCodes(tx: Tx, studentId: string, address: string) {
  const { rows } = await sql<{ own: number; there: number; secondsAgo: number | null }>`
    select count(*) filter (where student_id = ${studentId})::int as own,
      count(*) filter (where address = ${address})::int as there,
      extract(epoch from app_now() - max(sent_at) filter (where student_id = ${studentId}))::float as "secondsAgo"
    from email_code
    where (student_id = ${studentId} or address = ${address}) and sent_at > app_now() - interval '1 day'`.execute(
    tx,
  )
  return rows[0] ?? { own: 0, there: 0, secondsAgo: null }
}

/** The code itself is nowhere: only its MAC. */
export async function insertCode(
  tx: Tx,
  code: { id: string; studentId: string; address: string; codeMac: string },
): Promise<void> {
  await tx.insertInto('emailCode').values(code).execute()
}

/** Spends one of the five tries of the newest code that this student was sent there; none after ten minutes. */
export async function takeTry(tx: Tx, studentId: string, address: string) {
  const { rows } = await sql<{ id: string; codeMac: string }>`
    update email_code set tries = tries + 1
    where tries < 5 and sent_at > app_now() - interval '10 minutes' and id = (
      select id from email_code where student_id = ${studentId} and address = ${address}
      order by sent_at desc limit 1 for update)
    returning id, code_mac as "codeMac"`.execute(tx)
  return rows[0]
}

/** No code of a student is good any more, but for one address; they still count as sent. */
export async function spendCodes(
  tx: Tx,
  studentIds: readonly string[],
  { but }: { but?: string } = {},
): Promise<void> {
  let codes = tx.updateTable('emailCode').set({ tries: 5 }).where('studentId', 'in', studentIds)
  if (but !== undefined) codes = codes.where('address', '<>', but)
  await codes.execute()
}

/** A job: those that count for nothing any more. */
export async function forgetOldCodes(db: Db): Promise<void> {
  await sql`
    with old as (
      select id from email_code where sent_at < app_now() - interval '1 day' for update skip locked)
    delete from email_code using old where email_code.id = old.id`.execute(db)
}

/** As if none had been sent: the accounts are being closed. */
export async function forgetCodes(tx: Tx, studentIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('emailCode').where('studentId', 'in', studentIds).execute()
}
