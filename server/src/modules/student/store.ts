import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/generated/schema.ts'
import { insertRow } from '../../platform/db/insert-once.ts'
import { orderLinesOfStudentsSql } from '../../platform/db/order-lines.ts'

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

/** The row can be of a closed account and contains the password hash, so never send it unfiltered. */
export function findStudent(db: Db, id: string) {
  return db.selectFrom('student').select(columns).where('id', '=', id).executeTakeFirst()
}

export function listStudents(db: Db, ids: string[]) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('id', '=', sql<string>`any((select ${ids}::uuid[])::uuid[])`)
    .execute()
}

/** Phone and id number are unique after normalisation. Closed accounts are not found. */
export function findStudentByNumber(db: Db, account: string) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('closedAt', 'is', null)
    .where((or) => or.or([or('phone', '=', account), or('idNo', '=', account)]))
    .executeTakeFirst()
}

export function findStudentByCertificate(db: Db, certificateNo: string) {
  return db
    .selectFrom('student')
    .select(columns)
    .where('closedAt', 'is', null)
    .where(sql<SqlBool>`upper(certificate_no) = upper(${certificateNo})`)
    .executeTakeFirst()
}

/**
 * Finds the open account with this number, or else a merged one. It is one statement, so that its duration does not
 * reveal which.
 */
export function findStudentForSignIn(db: Db, account: string) {
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

export function findSurvivingAccount(db: Db, id: string) {
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
  rosterImportId?: string
}

/** @returns id @throws 23505 when phone, id or certificate number is taken */
export function insertStudent(db: Db, row: NewStudent): Promise<string> {
  return insertRow(db, 'student', row)
}

/** @throws 23505 when a number of the account is taken */
export async function updateStudent(db: Db, id: string, change: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('student')
    .set({ ...change, updatedAt: sql`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Later sign-ins keep the time of the first one. */
export async function setFirstSignIn(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('student')
    .set({ firstSignedInAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('firstSignedInAt', 'is', null)
    .execute()
}

/** Open accounts that were never used and still have their initial password. */
const neverUsed = sql<boolean>`first_signed_in_at is null and not initial_password_changed and closed_at is null`

export async function countImportedWithoutSignIn(db: Db, importIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('student')
    .select(['rosterImportId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('rosterImportId', '=', sql<string>`any(${importIds}::uuid[])`)
    .where(neverUsed)
    .groupBy('rosterImportId')
    .execute()
  return new Map(rows.map(({ rosterImportId, count }) => [String(rosterImportId), count]))
}

export async function listImportedWithoutSignIn(
  db: Db,
  { importId, after, limit }: { importId: string; after: string | undefined; limit: number },
): Promise<string[]> {
  let query = db.selectFrom('student').select('id').where('rosterImportId', '=', importId)
  if (after) query = query.where('id', '>', after)
  const rows = await query.where(neverUsed).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** All callers lock accounts in the same sequence. */
export function lockStudents(tx: Tx, ids: string[]) {
  return tx.selectFrom('student').select(columns).where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** The accounts stay open until the transaction ends; waits for accounts being closed. */
export async function lockOpenAccountsForShare(tx: Tx, ids: string[]): Promise<Set<string>> {
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

/** Locks the row, so that the password cannot change while it is checked. Returns undefined for a closed account. */
export async function lockPasswordHash(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('student')
    .select('passwordHash')
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.passwordHash
}

/** Includes accounts that were merged into the merged accounts. */
export async function listMergedAccounts(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive whole (id) as (
      select ${id}::uuid union select student.id from student join whole on student.merged_into = whole.id)
    select id from whole where id <> ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** After a paid order, also of an employer, name and id are locked (docs/rules/accounts.md#changing-who-one-is). */
export async function hasPaidOrder(db: Db, studentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${orderLinesOfStudentsSql([studentId])} line where paid_at is not null limit 1`.execute(db)
  return rows.length > 0
}
