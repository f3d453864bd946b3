import writeXlsx from 'write-excel-file/node'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { xlsxMime } from '../../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findPlanByYear } from '../../../catalogue/service.ts'
import { proofSnapshotShape } from '../snapshot.ts'
import { listValidProofsOfYear } from '../store/desk.ts'

const titles = [
  ...['姓名', '证件类型', '证件号', '资格证书编号', '年度', '专业科目学时', '公需科目学时'],
  ...['证明编号', '发证日期'],
]

/** Writes the audit row in the same transaction as the read. @throws Refusal grant.trialYear */
export async function exportForRegulator(
  deps: Deps,
  staff: StaffAtWork,
  { year, reason }: { year: number; reason: string },
) {
  if ((await findPlanByYear(deps.db, year))?.trial) refuse('grant.trialYear', { year })
  const proofs = await inTransaction(deps.db, async (tx) => {
    const rows = await listValidProofsOfYear(tx, year)
    const detail = { year, people: rows.length, reason }
    await auditStaff(tx, staff, 'proof.exported', String(year), detail)
    return rows
  })
  const header = titles.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const rows = proofs.map(({ snapshot, idNo }) => {
    const { name, idTypeLabel, certificateNo, earned, number, issuedOn } = proofSnapshotShape.parse(snapshot)
    // Write these columns as text, because a spreadsheet would round ID numbers.
    const texts = [name, idTypeLabel, idNo, certificateNo].map((value) => ({ value, type: String }))
    const numbers = [year, earned.professional, earned.public].map((value) => ({
      value,
      type: Number,
    }))
    const last = [number, issuedOn].map((value) => ({ value, type: String }))
    return [...texts, ...numbers, ...last]
  })
  const columns = titles.map(() => ({ width: 22 }))
  const book = await writeXlsx([header, ...rows], { columns, stickyRowsCount: 1 }).toBuffer()
  return {
    ...{ name: `${year}年度继续教育学时.xlsx`, mime: xlsxMime, people: proofs.length },
    content: book.toString('base64'),
  }
}
