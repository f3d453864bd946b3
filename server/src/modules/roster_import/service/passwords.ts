import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { writeTextSheet } from '../../../platform/sheets/write-apart.ts'
import { xlsxMime } from '../../../platform/sheets/xlsx-mime.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { lockImport, setSheetTaken } from '../store.ts'
import { requireImport } from './state.ts'
import { linesIn, type SheetLine, sheetUse } from './write.ts'

/**
 * The sheet of initial passwords, once: whoever fetched it may fetch it again with the same key for ten minutes, in case the answer
 * was lost; after that it is gone from the server.
 */
export async function takePasswords(
  deps: Deps,
  staff: StaffAtWork,
  { importId, key }: { importId: string; key: string },
) {
  const { id, fileName } = await requireImport(deps, staff, importId)
  const sealed = await inTransaction(deps.db, async (tx) => {
    const { state, sheet, sheetKey, sheetFresh } = await lockImport(tx, id)
    if (sheetKey && (sheetKey !== key || !sheetFresh || !sheet)) refuse('roster_import.sheetTaken')
    // while rows are still written, more passwords will come
    if (!sheet || state !== 'DONE') return refuse('roster_import.noSheet')
    if (sheetKey) return sheet
    await setSheetTaken(tx, id, key)
    await auditStaff(tx, staff, 'roster_import.passwordsTaken', id, { file: fileName })
    return sheet
  })
  const lines = linesIn(deps.keys.open(sheetUse(id), sealed))
  return {
    name: '学员初始密码.xlsx',
    mime: xlsxMime,
    content: await writeTextSheet(tableOf(lines), staff.staffId),
  }
}

const titles = ['行号', '姓名', '手机号（登录账号）', '资格证书编号', '初始密码']

function tableOf(lines: SheetLine[]) {
  return {
    columns: titles.map((title) => [title, 22] as const),
    rows: lines.map(({ no, name, phone, certificateNo, password }) => [
      ...[String(no), name, phone, certificateNo, password],
    ]),
  }
}
