import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { expireFiles } from '../../file/service.ts'
import { type FontRow, findFont, lockFont, setRemoved } from '../store.ts'

/**
 * Ends a font: it draws no more letters. Those that proofs print stay, with the file they come from; others go, and whose names have
 * them wait again.
 */
export function removeFont(
  deps: Deps,
  staff: StaffAtWork,
  { id, reason }: { id: string; reason: string },
): Promise<FontRow> {
  return inTransaction(deps.db, async (tx) => {
    await lockFont(tx, id)
    const font = (await findFont(tx, id)) ?? refuse('print_font.notFound')
    if (font.removedAt) {
      const isRepeat = font.removerId === staff.staffId && font.removeReason === reason
      return isRepeat ? font : refuse('print_font.removed')
    }
    await setRemoved(tx, id, { staffId: staff.staffId, reason })
    if (font.used === 0) await expireFiles(tx, [font.fileId])
    const detail = { name: font.name, reason, letters: font.drawn, kept: font.used }
    await auditStaff(tx, staff, 'print_font.removed', id, detail)
    return (await findFont(tx, id)) ?? refuse('print_font.notFound')
  })
}
