import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { ByteContent } from '../../../../platform/files/content.ts'
import { findPortalFont } from '../../../../platform/print/fonts.ts'
import { readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { isUploadedBy, readUploadedFile } from '../../service/uploaded.ts'
import { expireFiles } from '../../service.ts'
import type { FontTaskInput, FontTaskOutput } from '../font-task.ts'
import { findPrintFont, lockPrintFont, type PrintFontRow, setPrintFontRemoved } from '../store.ts'

const task: ReadTaskName<FontTaskInput, FontTaskOutput> = {
  script: new URL('../font-task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '字体文件读取时间过长，请换一个字体',
  tooComplex: '字体文件解开后过大，请换成 TTF 或 OTF 格式再上传',
}

/** The job renders at most this many characters per run. */
export const maxLettersPerRun = 500

/** @throws UnreadableFile with a message for staff */
export function readFontInWorker(owner: string, source: ByteContent, input: FontTaskInput): Promise<FontTaskOutput> {
  return readResultInProcess(task, input, { owner, source })
}

export function listRangesWithoutBuiltInFont({ ranges }: Pick<FontTaskOutput, 'ranges'>): [number, number][] {
  const beyond: [number, number][] = []
  for (const [from, to] of ranges)
    for (let codePoint = from; codePoint <= to; codePoint += 1) {
      if (findPortalFont(codePoint)) continue
      const last = beyond.at(-1)
      if (last && last[1] === codePoint - 1) last[1] = codePoint
      else beyond.push([codePoint, codePoint])
    }
  return beyond
}

/**
 * Reads the font that this staff member has uploaded.
 * @throws Refusal print_font.noFile, print_font.unusable, print_font.nothingNew when the font has only characters that
 * are built in
 */
export async function readUploadedFont(
  deps: Deps,
  staffId: string,
  { fileId, wanted }: { fileId: string; wanted: readonly number[] },
) {
  if (!(await isUploadedBy(deps.db, fileId, 'FONT', staffId))) refuse('print_font.noFile')
  const { content } = await readUploadedFile(deps, fileId, 'FONT', staffId)
  const found = await readFontInWorker(staffId, content, {
    wanted: wanted.slice(0, maxLettersPerRun),
    face: null,
  }).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return refuse('print_font.unusable', { problem: error.message })
    throw error
  })
  const ranges = listRangesWithoutBuiltInFont(found)
  if (ranges.length === 0) refuse('print_font.nothingNew')
  return { ...found, ranges }
}

/** Characters on issued proofs stay; proofs that need other characters of the font wait again. */
export function removePrintFont(
  deps: Deps,
  staff: StaffAtWork,
  { id, reason }: { id: string; reason: string },
): Promise<PrintFontRow> {
  return inTransaction(deps.db, async (tx) => {
    await lockPrintFont(tx, id)
    const font = (await findPrintFont(tx, id)) ?? refuse('print_font.notFound')
    if (font.removedAt) {
      const isRepeat = font.removerId === staff.staffId && font.removeReason === reason
      return isRepeat ? font : refuse('print_font.removed')
    }
    await setPrintFontRemoved(tx, id, { staffId: staff.staffId, reason })
    if (font.used === 0) await expireFiles(tx, [font.fileId])
    const detail = { name: font.name, reason, letters: font.drawn, kept: font.used }
    await auditStaff(tx, staff, 'print_font.removed', id, detail)
    return (await findPrintFont(tx, id)) ?? refuse('print_font.notFound')
  })
}
