export { maskPhone } from '../identity.ts'

import { idTypeNames } from '@ce/contract/person'
import type { Db } from '../../../platform/db/database.ts'
import { maskIdNo } from '../identity.ts'
import { findByAccount, findStudent } from '../store.ts'

/** A student as a proof names them; the ID number only masked. @throws Error when there is no such student */
export async function describePerson(db: Db, studentId: string) {
  const row = await findStudent(db, studentId)
  if (!row) throw new Error('no such student')
  return {
    name: row.name,
    idTypeLabel: idTypeNames[row.idType],
    idNoMasked: maskIdNo(row.idNo),
    certificateNo: row.certificateNo,
    employer: row.employer ?? '',
  }
}

/** The student an account string (phone or ID number) names; null when there is none. For staff tools. */
export async function findStudentByAccount(
  db: Db,
  account: string,
): Promise<{ id: string; name: string } | null> {
  const row = await findByAccount(db, account)
  return row ? { id: row.id, name: row.name } : null
}
