import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { beginningWith, hasPart } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export interface ProofFilter extends Paging {
  keyword?: string | undefined
  year?: number | undefined
  state?: 'ISSUED' | 'REVOKED' | undefined
}

/** A page of proofs, the newest first. The keyword's form says what it is. */
export function listProofs(db: Db, filter: ProofFilter) {
  const { keyword, year, state } = filter
  let query = db.selectFrom('proof')
  if (keyword) query = query.where(matching(keyword))
  if (year) query = query.where('year', '=', year)
  if (state) query = query.where('revokedAt', state === 'ISSUED' ? 'is' : 'is not', null)
  const rows = query
    .select(['id', 'number', 'year', 'studentId', 'snapshot', 'revokedAt', 'issuedAt'])
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
  return pageOf(rows, filter)
}

/** What a keyword means, by its form; also where proofs are joined with their students. */
export function matching(keyword: string) {
  const plain = keyword.toUpperCase().replace(/[\s-]/g, '')
  if (/^(CE|SY|YL)\d{11,}$/.test(plain)) return sql<SqlBool>`proof.number = ${plain}`
  if (!/\d/.test(keyword))
    return sql<SqlBool>`(proof.student_id in (select id from student where ${hasPart(sql`name`, keyword)})
      or proof.id in (select id from proof where code = ${plain}))`
  // found first, then listed: as "this or that" of a proof it would be asked of every proof there is
  return sql<SqlBool>`proof.id in (select id from proof where code = ${plain}
    union select owned.id from student join proof owned on owned.student_id = student.id
      where upper(student.certificate_no) like ${beginningWith(plain)})`
}

/** Every proof of a student's year, the newest first, with who revoked it. */
export function listHistory(db: Db, owner: { studentId: string; year: number }) {
  return db
    .selectFrom('proof')
    .leftJoin('staff', 'staff.id', 'proof.revokedBy')
    .select(['proof.id', 'number', 'issuedAt', 'revokedAt', 'revokeReason', 'held', 'replaces'])
    .select(['revokedBy', 'staff.name as revokerName'])
    .where('studentId', '=', owner.studentId)
    .where('year', '=', owner.year)
    .orderBy('issuedAt', 'desc')
    .orderBy('number', 'desc')
    .execute()
}

/** Revokes what is valid, for staff: hours alone issue no other. */
export async function setRevokedByStaff(
  tx: Tx,
  id: string,
  by: { staffId: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('proof')
    .set({
      ...{ revokedAt: sql`app_now()`, revokeCause: 'STAFF', revokeReason: by.reason },
      ...{ revokedBy: by.staffId, held: true },
    })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

/** The proof of this number took the place of that one, and the year is nobody's decision any more. @returns its id */
export async function setReplaced(tx: Tx, id: string, number: string): Promise<string> {
  const made = await tx
    .updateTable('proof')
    .set({ replaces: id })
    .where('number', '=', number)
    .returning(['id', 'studentId', 'year'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('proof')
    .set({ held: false })
    .where('studentId', '=', made.studentId)
    .where('year', '=', made.year)
    .where('held', '=', true)
    .execute()
  return made.id
}

/**
 * Proofs that staff revoked and nobody issued anew go along with their person: hours alone issue none for their years. Where the other account
 * has a valid one of the year, its stands: what is revoked stays behind as the closed account's record. @returns the numbers of those that went
 */
export async function moveHeld(tx: Tx, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .updateTable('proof')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .where('held', '=', true)
    .where('year', 'not in', (those) =>
      those
        .selectFrom('proof')
        .select('year')
        .where('studentId', '=', to)
        .where('revokedAt', 'is', null),
    )
    .returning('number')
    .execute()
  return rows.map(({ number }) => number).sort()
}

/** The valid proofs of a year with their owners' ID numbers, by number. */
export function listOfYear(db: Db, year: number) {
  return db
    .selectFrom('proof')
    .innerJoin('student', 'student.id', 'proof.studentId')
    .select(['snapshot', 'student.idNo'])
    .where('year', '=', year)
    .where('revokedAt', 'is', null)
    .orderBy('number')
    .execute()
}
