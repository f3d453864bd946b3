import { idTypeNames } from '@ce/contract/id-paper'
import type { Db } from '../../../platform/db/database.ts'
import { maskIdNo, maskPhone } from '../../../platform/masked-numbers.ts'

export { maskPhone } from '../../../platform/masked-numbers.ts'

import { findByAccount, listStudents } from '../store.ts'

/** Students as a proof names them, by id; the ID number only masked. */
export async function describePeople(db: Db, ids: string[]) {
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

/** The student an account string (phone or ID number) names; null when there is none. For staff tools. */
export async function findStudentByAccount(
  db: Db,
  account: string,
): Promise<{ id: string; name: string; phoneMasked: string } | null> {
  const row = await findByAccount(db, account)
  return row ? { id: row.id, name: row.name, phoneMasked: maskPhone(row.phone) } : null
}
