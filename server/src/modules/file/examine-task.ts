import type { ReadTask } from '../../platform/reader/task.ts'
import { type Examined, examine, type StaffPurpose, type Verdict } from './examine.ts'

export interface ExamineInput {
  purpose: StaffPurpose
  name: string
}

export type ExaminedApart = Omit<Examined, 'content'>
/** Pieces of what was made anew, then the verdict; `isGiven`: the file stays as it is. */
export type ExamineFound =
  | { piece: Uint8Array }
  | { verdict: Verdict<ExaminedApart>; isGiven: boolean }

const pieceBytes = 1024 * 1024

/** Judges one file, and tells what is to be kept of it where it was made anew. */
export const task: ReadTask<ExamineInput, ExamineFound> = async (
  { purpose, name },
  { source, emit },
) => {
  const verdict = await examine(purpose, { name, content: source })
  if (typeof verdict === 'string' || !('content' in verdict))
    return emit({ verdict, isGiven: true })
  const { content, ...kept } = verdict
  const isGiven = content === source
  for (let at = 0; !isGiven && at < content.size; at += pieceBytes)
    await emit({ piece: await content.read(at, pieceBytes) })
  return emit({ verdict: kept, isGiven })
}
