import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/generated/schema.ts'
import { linesOf } from '../../platform/db/order-lines.ts'

const columns = [
  'id',
  'name',
  'idType',
  'idNo',
  'phone',
  'certificateNo',
  'passwordHash',
  'initialPasswordChanged',
  'firstSignedInAt',
  'gender',
  'education',
  'school',
  'major',
  'titleCode',
  'employer',
  'employerCreditCode',
  'registrationNo',
  'registrationValidTo',
  'practiceScope',
  'city',
  'address',
  'email',
  'avatarFileId',
  'createdAt',
  'closedAt',
  'mergedInto',
  'erasedAt',
] as const

export type StudentRow = NonNullable<Awaited<ReturnType<typeof findStudent>>>

/** Closed and merged accounts too, with the hash of the password: not to be sent as it is. */
export function findStudent(db: Db, id: string) {
  return db.selectFrom('student').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Some at once, in no order; see findStudent. */
export function listStudents(db: Db, ids: string[]) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('id', '=', sql<string>`any((select ${ids}::uuid[])::uuid[])`)
    .execute()
}

/** By phone or ID number in its kept form: an account string names at most one person (register sees to it). A closed account is nobody's. */
export function findByAccount(db: Db, account: string) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('closedAt', 'is', null)
    .where((or) => or.or([or('phone', '=', account), or('idNo', '=', account)]))
    .executeTakeFirst()
}

/** By certificate number, whatever the case of its letters. */
export function findByCertificate(db: Db, certificateNo: string) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('closedAt', 'is', null)
    .where(sql<SqlBool>`upper(certificate_no) = upper(${certificateNo})`)
    .executeTakeFirst()
}

/**
 * The same for a sign-in; where the account is nobody's, one that was merged and had that number: its password still tells whose it is. One
 * statement for all cases, so that its time tells nothing.
 */
export function findForSignIn(db: Db, account: string) {
  return db
    .selectFrom('student')
    .select(columns)
    .where(
      'id',
      '=',
      sql<string>`(
        select id from (
          select id, closed_at from student where closed_at is null and (phone = ${account} or id_no = ${account})
          union all
          select id, closed_at from student where merged_into is not null and (phone = ${account} or id_no = ${account})
        ) as named order by closed_at desc nulls first limit 1)`,
    )
    .executeTakeFirst()
}

/** The account that goes on in place of a merged one; undefined: it is closed as well. */
export function findGoingOn(db: Db, id: string) {
  return db
    .selectFrom('student')
    .select(['id', 'phone'])
    .where('id', '=', sql<string>`account_going_on(${id})`)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

export interface NewStudent {
  name: string
  idType: DB['student']['idType']
  idNo: string
  phone: string
  certificateNo: string
  passwordHash: string
  initialPasswordChanged: boolean
  employer: string | null
  titleCode: number
  /** the import it came with */
  rosterImportId?: string
}

/** The new row's id. @throws 23505 when phone, ID or certificate number is taken; see sayTaken */
export async function insertStudent(db: Db, row: NewStudent): Promise<string> {
  const { id } = await db
    .insertInto('student')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Only what `change` names, by column. @throws 23505 when a number is another's */
export async function updateStudent(
  db: Db,
  id: string,
  change: Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable('student')
    .set({ ...change, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** The first sign-in with a password; later ones leave it as it is. */
export async function setFirstSignIn(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('student')
    .set({ firstSignedInAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('firstSignedInAt', 'is', null)
    .execute()
}

/** open accounts of an import that nobody has ever signed in to: they still have the password that staff gave */
const neverUsed = sql<boolean>`first_signed_in_at is null and not initial_password_changed and closed_at is null`

/** Of these imports, how many people have never signed in; an import without any is left out. */
export async function countNeverUsed(db: Db, importIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('student')
    .select(['rosterImportId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('rosterImportId', '=', sql<string>`any(${importIds}::uuid[])`)
    .where(neverUsed)
    .groupBy('rosterImportId')
    .execute()
  return new Map(rows.map(({ rosterImportId, count }) => [String(rosterImportId), count]))
}

/** Some of them after this one, in the order of their ids. */
export async function listNeverUsed(
  db: Db,
  { importId, after, limit }: { importId: string; after: string | undefined; limit: number },
): Promise<string[]> {
  let query = db.selectFrom('student').select('id').where('rosterImportId', '=', importId)
  if (after) query = query.where('id', '>', after)
  const rows = await query.where(neverUsed).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Takes the row locks of accounts, always in one order; those that exist. */
export function lockStudents(tx: Tx, ids: string[]) {
  return tx
    .selectFrom('student')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Those of these accounts that go on, held until the transaction ends; one that is being closed is waited for. */
export async function holdOpenAccounts(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('student')
    .select('id')
    .where('id', 'in', ids)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The password hash as it is now, under the row's lock: whoever checks or changes it goes one after the other.
 * None of a closed account: it opens nothing.
 */
export async function lockPassword(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('student')
    .select('passwordHash')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.passwordHash
}

/** Whether the last change of the password is this session's: a change ends every other session, so one that began before it made it. */
export async function hasChangedPassword(
  db: Db,
  session: { studentId: string; tokenHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from session where token_hash = ${Buffer.from(session.tokenHash, 'hex')} and revoked_at is null
      and exists (select from security_log where security_log.student_id = ${session.studentId}
        and event = 'PASSWORD_CHANGED' and at >= session.created_at)`.execute(db)
  return rows.length > 0
}

/** An account that was merged into this one, and those merged into it before: all are the same person's. */
export async function mergedAccounts(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive whole (id) as (
      select ${id}::uuid union select student.id from student join whole on student.merged_into = whole.id)
    select id from whole where id <> ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** product §4: name and ID lock after the first paid order, also when an employer paid. */
export async function hasPaidOrder(db: Db, studentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${linesOf([studentId])} line where paid_at is not null limit 1`.execute(db)
  return rows.length > 0
}
