import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { expireUploaded } from '../../file/service.ts'
import { listUnused } from '../store/files.ts'

/** as many as are worked on at once */
const most = 200

/** What a member of staff uploaded and has used for no invoice: the desk goes on with it after a break. */
export async function unusedFiles({ db }: Deps, { staffId }: StaffAtWork) {
  return { list: await listUnused(db, staffId, most) }
}

/** Puts one of them away. @throws Refusal common.notFound for another's, or one that is an invoice's */
export async function dropFile({ db }: Deps, staff: StaffAtWork, { fileId }: { fileId: string }) {
  await inTransaction(db, async (tx) => {
    const name = await expireUploaded(tx, {
      id: fileId,
      staffId: staff.staffId,
      purpose: 'INVOICE',
    })
    if (name === undefined) return refuse('common.notFound')
    await auditStaff(tx, staff, 'invoice.fileDropped', fileId, { name })
  })
  return null
}
