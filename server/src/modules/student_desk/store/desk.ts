import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { beginningWith, hasPart, phoneLike } from '../../../platform/db/like.ts'
import { type LockRule, lockedAccounts, studentAccountInSql } from '../../../platform/db/lockout.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

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

/** for strangers, on a device, or for the student's own checks */
const isLocked = (rule: LockRule) =>
  sql<boolean>`closed_at is null and ${studentAccountInSql(sql`id`)} in (${lockedAccounts(rule)})`

export type DeskRow = Awaited<ReturnType<typeof findDeskRows>>[number]

/** Accounts as the desk shows them, in no order; closed ones, too. */
export function findDeskRows(db: Db, ids: string[], rule: LockRule) {
  return db
    .selectFrom('student')
    .select(columns)
    .select(isLocked(rule).as('locked'))
    .where('id', 'in', ids)
    .execute()
}

export interface DeskFilter extends Paging {
  name?: string | undefined
  phone?: string | undefined
  idTail?: string | undefined
  certificateNo?: string | undefined
  employer?: string | undefined
  state?: 'ACTIVE' | 'LOCKED' | 'CLOSED' | 'ERASED' | undefined
}

/** A page of accounts, the newest first. */
export async function listStudents(db: Db, filter: DeskFilter, rule: LockRule) {
  const { name, phone, idTail, certificateNo, employer, state } = filter
  let query = db.selectFrom('student')
  if (name) query = query.where(hasPart(sql`name`, name))
  if (phone) query = query.where('phone', 'like', phoneLike(phone))
  if (idTail) query = query.where(sql<SqlBool>`right(id_no, 4) = ${idTail}`)
  if (certificateNo)
    query = query.where(sql<SqlBool>`upper(certificate_no) like ${beginningWith(certificateNo)}`)
  if (employer) query = query.where(hasPart(sql`employer`, employer))
  if (state === 'CLOSED')
    query = query.where('closedAt', 'is not', null).where('erasedAt', 'is', null)
  if (state === 'ERASED') query = query.where('erasedAt', 'is not', null)
  if (state === 'LOCKED') query = query.where(isLocked(rule))
  if (state === 'ACTIVE')
    query = query.where('closedAt', 'is', null).where(sql<SqlBool>`not (${isLocked(rule)})`)
  const rows = query.select(columns).select(isLocked(rule).as('locked'))
  return pageOf(rows.orderBy('createdAt', 'desc').orderBy('id', 'desc'), filter)
}

/** mostly one or two; more is a common name */
const mostAlike = 10

/**
 * Open accounts that may be the same person's: the same name, or the same end of the certificate number. Two people of one name
 * are not rare: somebody has to look. The end of the ID – a day, a number of that day, a check figure – makes nobody alike by
 * itself: among tens of thousands of pharmacists many share it with a stranger.
 */
export async function findAlike(
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

/** Live sessions, the last used first. The hash names one without opening it. */
export async function listSessions(db: Db, studentId: string, isOpen: RawBuilder<SqlBool>) {
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

/** A page of what happened to an account, newest first. */
export async function listSecurityLog(
  db: Db,
  { studentId, ...paging }: Paging & { studentId: string },
) {
  const rows = db
    .selectFrom('securityLog')
    .select(['id', 'at', 'event', 'ip', 'userAgent'])
    .where('studentId', '=', studentId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const { list, ...page } = await pageOf(rows, paging)
  return { list: list.map((row) => ({ ...row, id: String(row.id) })), ...page }
}

/** The student's wish to close the account, while it waits for its day. */
export async function findClosing(db: Db, studentId: string) {
  const row = await db
    .selectFrom('accountClosing')
    .select(['askedAt', 'dueAt', 'held', 'lostFen as lost'])
    .where('studentId', '=', studentId)
    .where('cancelledAt', 'is', null)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
