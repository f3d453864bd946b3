import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { likeBeginningWith, nameContainsSql, phoneLikePattern } from '../../../../platform/db/like.ts'
import { type LockRule, lockedAccountsSql, studentAccountHashSql } from '../../../../platform/db/lockout.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'

const columns = [
  'id',
  'name',
  'phone',
  'idType',
  'idNo',
  'certificateNo',
  'employer',
  'closedAt',
  'erasedAt',
  'initialPasswordChanged',
  'createdAt',
] as const

/** True if sign-ins from unknown devices, sign-ins from one device, or checks of the own password are locked. */
const isLocked = (rule: LockRule) =>
  sql<boolean>`closed_at is null and ${studentAccountHashSql(sql`id`)} in (${lockedAccountsSql(rule)})`

export type DeskStudentRow = Awaited<ReturnType<typeof findDeskStudents>>[number]

export function findDeskStudents(db: Db, ids: string[], rule: LockRule) {
  return db.selectFrom('student').select(columns).select(isLocked(rule).as('locked')).where('id', 'in', ids).execute()
}

export interface DeskStudentFilter extends PageRequest {
  name?: string | undefined
  phone?: string | undefined
  idTail?: string | undefined
  certificateNo?: string | undefined
  employer?: string | undefined
  state?: 'ACTIVE' | 'LOCKED' | 'CLOSED' | 'ERASED' | undefined
}

export async function listDeskStudents(db: Db, filter: DeskStudentFilter, rule: LockRule) {
  const { name, phone, idTail, certificateNo, employer, state } = filter
  let query = db.selectFrom('student')
  if (name) query = query.where(nameContainsSql(sql`name`, name))
  if (phone) query = query.where('phone', 'like', phoneLikePattern(phone))
  if (idTail) query = query.where(sql<SqlBool>`right(id_no, 4) = ${idTail}`)
  if (certificateNo) query = query.where(sql<SqlBool>`upper(certificate_no) like ${likeBeginningWith(certificateNo)}`)
  if (employer) query = query.where(nameContainsSql(sql`employer`, employer))
  if (state === 'CLOSED') query = query.where('closedAt', 'is not', null).where('erasedAt', 'is', null)
  if (state === 'ERASED') query = query.where('erasedAt', 'is not', null)
  if (state === 'LOCKED') query = query.where(isLocked(rule))
  if (state === 'ACTIVE') query = query.where('closedAt', 'is', null).where(sql<SqlBool>`not (${isLocked(rule)})`)
  const rows = query.select(columns).select(isLocked(rule).as('locked'))
  return selectPage(rows.orderBy('createdAt', 'desc').orderBy('id', 'desc'), filter)
}

/** If more accounts than this are similar, the name is just a common one. */
const mostAlike = 10

/**
 * Accounts are similar by name or by the end of the certificate number, so staff must check them. Id numbers are not
 * compared, because many people share their ends.
 */
export async function findSimilarAccounts(
  db: Db,
  row: { id: string; name: string; idNo: string; certificateNo: string },
): Promise<{ id: string; alike: ('NAME' | 'ID_TAIL' | 'CERTIFICATE')[] }[]> {
  const { rows } = await sql<{ id: string; byName: boolean; byId: boolean; byNumber: boolean }>`
    select id, lower(name) = lower(${row.name}) as "byName", (right(id_no, 6) = ${row.idNo.slice(-6)}
        or id in (select other_id from same_number where student_id = ${row.id})) as "byId",
      right(upper(certificate_no), 8) = ${row.certificateNo.toUpperCase().slice(-8)} as "byNumber"
    from student
    where id <> ${row.id} and closed_at is null and (lower(name) = lower(${row.name})
      or right(upper(certificate_no), 8) = ${row.certificateNo.toUpperCase().slice(-8)}
      or id in (select other_id from same_number where student_id = ${row.id}))
    order by (lower(name) = lower(${row.name}))::int + (right(id_no, 6) = ${row.idNo.slice(-6)})::int desc, created_at
    limit ${mostAlike}`.execute(db)
  return rows.map(({ id, byName, byId, byNumber }) => ({
    id,
    alike: [
      ...(byName ? (['NAME'] as const) : []),
      ...(byId ? (['ID_TAIL'] as const) : []),
      ...(byNumber ? (['CERTIFICATE'] as const) : []),
    ],
  }))
}

/** Lists the session that was used last first. The hash identifies a session but does not give access to it. */
export async function listOpenSessions(db: Db, studentId: string, isOpen: RawBuilder<SqlBool>) {
  const rows = await db
    .selectFrom('session')
    .select(['tokenHash', 'createdAt', 'seenAt'])
    .where('studentId', '=', studentId)
    .where('revokedAt', 'is', null)
    .where(isOpen)
    .orderBy('seenAt', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ tokenHash, ...row }) => ({ ...row, id: tokenHash.toString('hex') }))
}

export async function listSecurityLog(db: Db, { studentId, ...paging }: PageRequest & { studentId: string }) {
  const rows = db
    .selectFrom('securityLog')
    .select(['id', 'at', 'event', 'ip', 'userAgent'])
    .where('studentId', '=', studentId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const { list, ...page } = await selectPage(rows, paging)
  return { list: list.map((row) => ({ ...row, id: String(row.id) })), ...page }
}

export async function findPendingClosingOfStudent(db: Db, studentId: string) {
  const row = await db
    .selectFrom('accountClosing')
    .select(['askedAt', 'dueAt', 'held', 'lostFen as lost'])
    .where('studentId', '=', studentId)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
