import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type StudentRow, updateStudent } from '../store.ts'
import { openLocks } from './guard.ts'

/** How much of who somebody was must stay (docs/privacy.md). HOURS: the ledger and its proofs · MONEY: orders and invoices. */
export type Needed = 'HOURS' | 'MONEY' | 'NOTHING'

/** stands where a name was */
export const erasedName = '已注销'

const nobody = { name: erasedName, idNo: '', certificateNo: '' }
const identity: Record<Needed, Partial<typeof nobody>> = {
  HOURS: {},
  MONEY: { idNo: '', certificateNo: '' },
  NOTHING: nobody,
}

/** what says how to reach somebody, where they live and work, and what they look like */
const particulars = {
  phone: '',
  gender: null,
  education: null,
  school: null,
  major: null,
  titleCode: 0,
  employer: null,
  employerCreditCode: null,
  registrationNo: null,
  registrationValidTo: null,
  practiceScope: null,
  city: null,
  address: null,
  email: null,
  avatarFileId: null,
}

/**
 * Closes an account at its student's wish and erases what nothing needs. Phone, ID and certificate number are free for a new account; no
 * failures of theirs lock whoever has the phone next. `passwordHash`: of a password that nobody knows. @returns sessions to spread
 */
export async function erasePerson(
  tx: Tx,
  deps: Pick<Deps, 'sessions'>,
  row: StudentRow,
  { needed, passwordHash }: { needed: Needed; passwordHash: string },
): Promise<string[]> {
  const change = { ...particulars, ...identity[needed], passwordHash }
  // one that was merged into another is closed already
  const closed = row.closedAt ? {} : { closedAt: sql<Date>`app_now()` }
  await openLocks(tx, row)
  const ended = await deps.sessions.revoke(tx, row.id, {})
  await updateStudent(tx, row.id, { ...change, ...closed, erasedAt: sql<Date>`app_now()` })
  return ended
}

/** Of accounts erased so long ago, the names and numbers that hours or money needed until now. @returns how many, `limit` at most */
export async function eraseIdentities(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from student where erased_at < (select app_now()) - interval '1 day' * ${keepDays}::int
        and (name <> ${nobody.name} or id_no <> '' or certificate_no <> '')
      order by erased_at limit ${limit} for update skip locked)
    update student set name = ${nobody.name}, id_no = '', certificate_no = '', updated_at = app_now()
    from old where student.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
