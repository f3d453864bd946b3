import type { PictureUse } from '@ce/contract/picture-uses'
import { type ByteContent, contentOfBuffer } from '../../platform/files/content.ts'
import type { ReadTask } from '../../platform/reader/task.ts'
import { type ExaminedFile, examineFile, type FileVerdict, type StaffPurpose } from './examine.ts'

export interface ExamineTaskInput {
  purpose: StaffPurpose
  name: string
  use: PictureUse | null
}

export type ExaminedInWorker = Omit<ExaminedFile, 'content' | 'parts'>
/** Bytes of a new file: a range of the original, or a number of new bytes. */
export type ByteSpan = { from: number; to: number } | { made: number }
export type ExamineTaskOutput = { piece: Uint8Array } | { verdict: FileVerdict<ExaminedInWorker>; kept: ByteSpan[] }

const pieceBytes = 1024 * 1024

export const task: ReadTask<ExamineTaskInput, ExamineTaskOutput> = async ({ purpose, name, use }, { source, emit }) => {
  const verdict = await examineFile(purpose, { name, content: source }, use)
  if (typeof verdict === 'string' || !('content' in verdict)) return emit({ verdict, kept: [] })
  const { content, parts, ...found } = verdict
  const kept: ByteSpan[] = []
  for (const part of parts ?? [content === source ? { from: 0, to: source.size } : null]) {
    if (part && 'from' in part) kept.push(part)
    else kept.push({ made: await emitAll(part ? contentOfBuffer(part.bytes) : content, emit) })
  }
  return emit({ verdict: found, kept })
}

async function emitAll(
  content: Pick<ByteContent, 'size' | 'read'>,
  emit: (found: ExamineTaskOutput) => Promise<void>,
): Promise<number> {
  for (let at = 0; at < content.size; at += pieceBytes) await emit({ piece: await content.read(at, pieceBytes) })
  return content.size
}
