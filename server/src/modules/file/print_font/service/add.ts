import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { keepUploaded } from '../../service.ts'
import { describeLetter } from '../letters.ts'
import { findPrintFont, insertPrintFont, insertRenderedLetters, type PrintFontRow } from '../store.ts'
import { readUploadedFont } from './fonts.ts'
import { listWantedCodePoints } from './letters.ts'

export async function checkPrintFont(deps: Deps, staff: StaffAtWork, { fileId }: { fileId: string }) {
  const wanted = await listWantedCodePoints(deps.db)
  const { name, glyphs, ranges, drawn, undrawn } = await readUploadedFont(deps, staff.staffId, {
    ...{ fileId, wanted },
  })
  return {
    ...{ name, glyphs },
    more: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0),
    drawn: drawn.map((letter) => ({ ...letter, ...describeLetter(letter.codePoint) })),
    undrawn: undrawn.map(({ codePoint, problem }) => ({ ...describeLetter(codePoint), problem })),
  }
}

/**
 * A job renders characters that are wanted later. A repeated request returns the same font. @throws Refusal
 * print_font.keyUsed, or like `readUploadedFont`
 */
export async function addPrintFont(
  deps: Deps,
  staff: StaffAtWork,
  { id, fileId, note }: { id: string; fileId: string; note: string },
): Promise<PrintFontRow> {
  if (!(await findPrintFont(deps.db, id))) {
    const wanted = await listWantedCodePoints(deps.db)
    const found = await readUploadedFont(deps, staff.staffId, { fileId, wanted })
    const { name, face, glyphs, ranges, drawn } = found
    await inTransaction(deps.db, async (tx) => {
      const row = { id, fileId, name, face, glyphs, ranges, note, staffId: staff.staffId }
      if (!(await insertPrintFont(tx, row))) return
      await keepUploaded(tx, fileId)
      const letters = await insertRenderedLetters(tx, id, drawn)
      const detail = { name, note, letters: letters.map((one) => describeLetter(one).codePoint) }
      await auditStaff(tx, staff, 'print_font.added', id, detail)
    })
  }
  const font = (await findPrintFont(deps.db, id)) ?? refuse('print_font.notFound')
  const isSame = font.fileId === fileId && font.note === note && font.staffId === staff.staffId
  return isSame ? font : refuse('print_font.keyUsed')
}
