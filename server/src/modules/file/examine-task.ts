import type { PictureUse } from '@ce/contract/picture-uses'
import { bufferContent, type Content } from '../../platform/files/content.ts'
import type { ReadTask } from '../../platform/reader/task.ts'
import { type Examined, examine, type StaffPurpose, type Verdict } from './examine.ts'

export interface ExamineInput {
  purpose: StaffPurpose
  name: string
  /** of a picture */
  use: PictureUse | null
}

export type ExaminedApart = Omit<Examined, 'content' | 'parts'>
/** A stretch of the given file, or so many bytes of what was made anew. */
export type Stretch = { from: number; to: number } | { made: number }
/** Pieces of what was made anew, then the verdict, and of what the file to be kept is put together. */
export type ExamineFound =
  | { piece: Uint8Array }
  | { verdict: Verdict<ExaminedApart>; kept: Stretch[] }

const pieceBytes = 1024 * 1024

/** Judges one file, and tells what is to be kept of it where it was made anew. */
export const task: ReadTask<ExamineInput, ExamineFound> = async (
  { purpose, name, use },
  { source, emit },
) => {
  const verdict = await examine(purpose, { name, content: source }, use)
  if (typeof verdict === 'string' || !('content' in verdict)) return emit({ verdict, kept: [] })
  const { content, parts, ...found } = verdict
  const kept: Stretch[] = []
  for (const part of parts ?? [content === source ? { from: 0, to: source.size } : null]) {
    if (part && 'from' in part) kept.push(part)
    else kept.push({ made: await emitAll(part ? bufferContent(part.bytes) : content, emit) })
  }
  return emit({ verdict: found, kept })
}

async function emitAll(
  content: Pick<Content, 'size' | 'read'>,
  emit: (found: ExamineFound) => Promise<void>,
): Promise<number> {
  for (let at = 0; at < content.size; at += pieceBytes)
    await emit({ piece: await content.read(at, pieceBytes) })
  return content.size
}
