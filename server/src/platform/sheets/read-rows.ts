import type { Content } from '../files/content.ts'
import { readApart } from '../reader/read-apart.ts'
import type { TaskName } from '../reader/task.ts'
import type { SheetToRead } from './rows.ts'
import { tableWords } from './unreadable.ts'

export type RowsInput = Omit<SheetToRead, 'bytes'>

const task: TaskName<RowsInput, string[][]> = {
  script: new URL('./rows-task.ts', import.meta.url),
  lane: 'long',
  ...tableWords,
}

/** The same in a process of its own, which ends when nobody waits for it any more. @throws UnreadableFile, AbortError */
export async function readRows(
  { source, ...input }: RowsInput & { source: Content },
  about: { owner: string; gone?: AbortSignal | undefined },
): Promise<string[][]> {
  const all: string[][] = []
  for await (const rows of readApart(task, input, { source, ...about })) all.push(...rows)
  return all
}
