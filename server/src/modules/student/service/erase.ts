import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type StudentRow, updateStudent } from '../store.ts'
import { removeStudentLocks } from './guard.ts'

/** Why identity data is kept (docs/privacy.md): HOURS for ledger and proofs, MONEY for orders and invoices. */
export type IdentityRetention = 'HOURS' | 'MONEY' | 'NOTHING'

/** This text replaces the name of an erased student. */
export const erasedNameText = '已注销'

const nobody = { name: erasedNameText, idNo: '', certificateNo: '' }
const identity: Record<IdentityRetention, Partial<typeof nobody>> = {
  HOURS: {},
  MONEY: { idNo: '', certificateNo: '' },
  NOTHING: nobody,
}

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
 * Frees phone, id and certificate number and deletes their failed sign-ins. `passwordHash` must match no known
 * password. @returns sessions to broadcast
 */
export async function eraseStudentAccount(
  tx: Tx,
  deps: Pick<Deps, 'sessions'>,
  row: StudentRow,
  { needed, passwordHash }: { needed: IdentityRetention; passwordHash: string },
): Promise<string[]> {
  const change = { ...particulars, ...identity[needed], passwordHash }
  const closed = row.closedAt ? {} : { closedAt: sql<Date>`app_now()` }
  await removeStudentLocks(tx, row)
  const ended = await deps.sessions.revoke(tx, row.id, {})
  await updateStudent(tx, row.id, { ...change, ...closed, erasedAt: sql<Date>`app_now()` })
  return ended
}

/**
 * Erases names and numbers that hours or money no longer need. @returns how many accounts were erased, at most `limit`
 */
export async function eraseRetainedIdentities(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select id from student where erased_at < (select app_now()) - interval '1 day' * ${keepDays}::int
        and (name <> ${nobody.name} or id_no <> '' or certificate_no <> '')
      order by erased_at limit ${limit} for update skip locked)
    update student set name = ${nobody.name}, id_no = '', certificate_no = '', updated_at = app_now()
    from old where student.id = old.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
