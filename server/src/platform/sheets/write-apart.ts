import { bufferContent } from '../files/content.ts'
import { readOnce } from '../reader/read-apart.ts'
import type { TaskName } from '../reader/task.ts'

/** A text, or one that somebody must mend. */
export type MarkedCell = string | { faulty: string }

/** A table of texts. */
export interface TextTable {
  columns: readonly (readonly [title: string, width: number])[]
  rows: readonly (readonly MarkedCell[])[]
}

const task: TaskName<null, string> = {
  script: new URL('./write-task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '表格过大，请分成几个文件导入',
  tooComplex: '表格过大，请分成几个文件导入',
}

/**
 * A workbook of one table, in Base64, written in a process of its own: twenty thousand rows hold a processor for seconds. Every cell is text
 * and stays so when something else is typed into it: a long number keeps its figures.
 */
export function writeTextSheet(table: TextTable, owner: string): Promise<string> {
  const source = bufferContent(Buffer.from(JSON.stringify(table)))
  return readOnce(task, null, { owner, source })
}
