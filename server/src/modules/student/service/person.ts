import { idTypeNames } from '@ce/contract/id-paper'
import type { Db } from '../../../platform/db/database.ts'
import { maskIdNo, maskPhone } from '../../../platform/masked-numbers.ts'

export { maskPhone } from '../../../platform/masked-numbers.ts'

import { findStudentByNumber, listStudents } from '../store.ts'

export async function loadPeopleForProofs(db: Db, ids: string[]) {
  const rows = await listStudents(db, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        idTypeLabel: idTypeNames[row.idType],
        idNoMasked: maskIdNo(row.idNo),
        certificateNo: row.certificateNo,
        employer: row.employer ?? '',
      },
    ]),
  )
}

/** Lets the tools of staff find a student by phone or id number. Returns null if there is none. */
export async function findStudentByAccount(
  db: Db,
  account: string,
): Promise<{ id: string; name: string; phoneMasked: string } | null> {
  const row = await findStudentByNumber(db, account)
  return row ? { id: row.id, name: row.name, phoneMasked: maskPhone(row.phone) } : null
}
