import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { likeBeginningWith, nameContainsSql } from '../../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'

export interface ProofFilter extends PageRequest {
  keyword?: string | undefined
  year?: number | undefined
  state?: 'ISSUED' | 'REVOKED' | undefined
}

/** Lists the newest proof first. */
export function listProofs(db: Db, filter: ProofFilter) {
  const { keyword, year, state } = filter
  let query = db.selectFrom('proof')
  if (keyword) query = query.where(proofKeywordFilter(keyword))
  if (year) query = query.where('year', '=', year)
  if (state) query = query.where('revokedAt', state === 'ISSUED' ? 'is' : 'is not', null)
  const rows = query
    .select(['id', 'number', 'year', 'studentId', 'snapshot', 'revokedAt', 'issuedAt'])
    .orderBy('issuedAt', 'desc')
    .orderBy('id', 'desc')
  return selectPage(rows, filter)
}

export function proofKeywordFilter(keyword: string) {
  const plain = keyword.toUpperCase().replace(/[\s-]/g, '')
  if (/^(CE|SY|YL)\d{11,}$/.test(plain)) return sql<SqlBool>`proof.number = ${plain}`
  if (!/\d/.test(keyword))
    return sql<SqlBool>`(proof.student_id in (select id from student where ${nameContainsSql(sql`name`, keyword)})
      or proof.id in (select id from proof where code = ${plain}))`
  // A union uses the indexes; an `or` would scan all proofs.
  return sql<SqlBool>`proof.id in (select id from proof where code = ${plain}
    union select owned.id from student join proof owned on owned.student_id = student.id
      where upper(student.certificate_no) like ${likeBeginningWith(plain)})`
}

export function listProofHistory(db: Db, owner: { studentId: string; year: number }) {
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

/** After this revocation the system issues no new proof, even if the hours are complete. */
export async function setProofRevokedByStaff(
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

/** Ends the withholding of the year. @returns the id of the new proof */
export async function setProofSuccessor(tx: Tx, id: string, number: string): Promise<string> {
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

/** Moves withheld years, except years with a valid proof in the other account. @returns the moved numbers */
export async function moveRevokedProofs(tx: Tx, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .updateTable('proof')
    .set({ studentId: to })
    .where('studentId', '=', from)
    .where('held', '=', true)
    .where('year', 'not in', (those) =>
      those.selectFrom('proof').select('year').where('studentId', '=', to).where('revokedAt', 'is', null),
    )
    .returning('number')
    .execute()
  return rows.map(({ number }) => number).sort()
}

export function listValidProofsOfYear(db: Db, year: number) {
  return db
    .selectFrom('proof')
    .innerJoin('student', 'student.id', 'proof.studentId')
    .select(['snapshot', 'student.idNo'])
    .where('year', '=', year)
    .where('revokedAt', 'is', null)
    .orderBy('number')
    .execute()
}
