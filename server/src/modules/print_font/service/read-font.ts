import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Content } from '../../../platform/files/content.ts'
import { ownFontFor } from '../../../platform/print/fonts.ts'
import { readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { hasUploaded, readUploaded } from '../../file/service.ts'
import type { FontFound, FontInput } from '../font-task.ts'

const task: TaskName<FontInput, FontFound> = {
  script: new URL('../font-task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '字体文件读取时间过长，请换一个字体',
  tooComplex: '字体文件解开后过大，请换成 TTF 或 OTF 格式再上传',
}

/** letters that are drawn at a time */
export const mostLetters = 500

/** A font file, read in a process of its own. @throws UnreadableFile with a sentence for staff */
export function readFont(owner: string, source: Content, input: FontInput): Promise<FontFound> {
  return readOnce(task, input, { owner, source })
}

/** What a font has that the portal's own fonts lack: no more of its ranges is kept. */
export function rangesBeyond({ ranges }: Pick<FontFound, 'ranges'>): [number, number][] {
  const beyond: [number, number][] = []
  for (const [from, to] of ranges)
    for (let codePoint = from; codePoint <= to; codePoint += 1) {
      if (ownFontFor(codePoint)) continue
      const last = beyond.at(-1)
      if (last && last[1] === codePoint - 1) last[1] = codePoint
      else beyond.push([codePoint, codePoint])
    }
  return beyond
}

/**
 * What staff have uploaded as a font.
 * @throws Refusal print_font.noFile, print_font.unusable, print_font.nothingNew
 */
export async function readUploadedFont(
  deps: Deps,
  staffId: string,
  { fileId, wanted }: { fileId: string; wanted: readonly number[] },
) {
  if (!(await hasUploaded(deps.db, fileId, 'FONT', staffId))) refuse('print_font.noFile')
  const { content } = await readUploaded(deps, fileId, 'FONT', staffId)
  const found = await readFont(staffId, content, {
    wanted: wanted.slice(0, mostLetters),
    face: null,
  }).catch((error: unknown) => {
    if (error instanceof UnreadableFile)
      return refuse('print_font.unusable', { problem: error.message })
    throw error
  })
  const ranges = rangesBeyond(found)
  if (ranges.length === 0) refuse('print_font.nothingNew')
  return { ...found, ranges }
}
