import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { keepUploaded } from '../../file/service.ts'
import { describeLetter } from '../letters.ts'
import { type FontRow, findFont, insertFont, insertLetters } from '../store.ts'
import { readUploadedFont } from './read-font.ts'
import { wantedCodePoints } from './wanted.ts'

/** What a font would bring: nothing is written. @throws as readUploadedFont */
export async function checkFont(deps: Deps, staff: StaffAtWork, { fileId }: { fileId: string }) {
  const wanted = await wantedCodePoints(deps.db)
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
 * Takes a font into use, with the letters that are wanted now; later ones are drawn by a job. A repeat finds the same.
 * @throws Refusal print_font.keyUsed, and as readUploadedFont
 */
export async function addFont(
  deps: Deps,
  staff: StaffAtWork,
  { id, fileId, note }: { id: string; fileId: string; note: string },
): Promise<FontRow> {
  if (!(await findFont(deps.db, id))) {
    const wanted = await wantedCodePoints(deps.db)
    const found = await readUploadedFont(deps, staff.staffId, { fileId, wanted })
    const { name, face, glyphs, ranges, drawn } = found
    await inTransaction(deps.db, async (tx) => {
      const row = { id, fileId, name, face, glyphs, ranges, note, staffId: staff.staffId }
      if (!(await insertFont(tx, row))) return
      await keepUploaded(tx, fileId)
      const letters = await insertLetters(tx, id, drawn)
      const detail = { name, note, letters: letters.map((one) => describeLetter(one).codePoint) }
      await auditStaff(tx, staff, 'print_font.added', id, detail)
    })
  }
  const font = (await findFont(deps.db, id)) ?? refuse('print_font.notFound')
  const isSame = font.fileId === fileId && font.note === note && font.staffId === staff.staffId
  return isSame ? font : refuse('print_font.keyUsed')
}
