import type { PictureUse } from '@ce/contract/picture-uses'
import { type ByteContent, type ContentPart, composeContent } from '../../../platform/files/content.ts'
import { readInProcess } from '../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { FileVerdict, StaffPurpose } from '../examine.ts'
import type { ByteSpan, ExamineTaskInput, ExamineTaskOutput } from '../examine-task.ts'

const task: ReadTaskName<ExamineTaskInput, ExamineTaskOutput> = {
  script: new URL('../examine-task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: '文件内容过于复杂，请重新导出或换一个文件',
  tooComplex: '文件内容过于复杂，请重新导出或换一个文件',
}

/** @throws Refusal common.busy */
export async function examineInWorker(
  owner: string,
  purpose: StaffPurpose,
  { name, content, use = null }: { name: string; content: ByteContent; use?: PictureUse | null },
): Promise<FileVerdict> {
  const pieces: Uint8Array[] = []
  let last: Extract<ExamineTaskOutput, { kept: ByteSpan[] }> | undefined
  try {
    for await (const found of readInProcess(task, { purpose, name, use }, { owner, source: content })) {
      if ('piece' in found) pieces.push(found.piece)
      else last = found
    }
    if (!last) throw new Error('a file was examined without a verdict')
    const { verdict, kept } = last
    if (typeof verdict === 'string' || !('mime' in verdict)) return verdict
    const parts = partsOf(kept, Buffer.concat(pieces))
    return {
      ...verdict,
      content: isWhole(parts, content) ? content : composeContent(content, parts),
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return purpose === 'PICTURE' ? 'badPicture' : { unreadable: error.message }
  }
}

function partsOf(kept: readonly ByteSpan[], made: Buffer): ContentPart[] {
  let at = 0
  return kept.map((stretch) => {
    if ('from' in stretch) return stretch
    at += stretch.made
    return { bytes: made.subarray(at - stretch.made, at) }
  })
}

const isWhole = ([part, ...others]: readonly ContentPart[], { size }: ByteContent): boolean =>
  others.length === 0 && part !== undefined && 'from' in part && part.from === 0 && part.to === size
