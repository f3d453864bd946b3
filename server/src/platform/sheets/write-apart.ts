import { contentOfBuffer } from '../files/content.ts'
import { readResultInProcess } from '../reader/read-apart.ts'
import type { ReadTaskName } from '../reader/task.ts'

export type MarkedCell = string | { faulty: string }

export interface TextTable {
  columns: readonly (readonly [title: string, width: number])[]
  rows: readonly (readonly MarkedCell[])[]
}

const task: ReadTaskName<null, string> = {
  script: new URL('./write-task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '表格过大，请分成几个文件导入',
  tooComplex: '表格过大，请分成几个文件导入',
}

/**
 * Writes the workbook in a separate process, because 20,000 rows take seconds. All cells are text, so that long numbers
 * keep their digits.
 */
export function writeTextWorkbook(table: TextTable, owner: string): Promise<string> {
  const source = contentOfBuffer(Buffer.from(JSON.stringify(table)))
  return readResultInProcess(task, null, { owner, source })
}
