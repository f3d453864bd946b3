import type { TableColumn } from '../../../platform/sheets/columns.ts'
import { readInThread } from '../../../platform/sheets/in-thread.ts'
import type { FileToRead } from './file.ts'
import type { ReadRow } from './question-of.ts'
import type { QuestionField } from './raw.ts'

export interface AboutFile {
  format: 'XLSX' | 'CSV' | 'GIFT' | 'AIKEN'
  columns: TableColumn[]
  mapping: (QuestionField | null)[]
}

/** What the reading thread tells, in this order; `total` null: somebody must name the columns first. */
export type Told =
  | { about: AboutFile; total: number | null }
  | { rows: ReadRow[] }
  /** COLUMNS: no further without their names */
  | { end: 'ALL' | 'COLUMNS' }
  | { problem: string }

/** Reads a file in a thread of its own. @throws UnreadableFile */
export function readFileInThread(file: FileToRead): AsyncGenerator<Told> {
  return readInThread<Told>(new URL('./worker.ts', import.meta.url), file)
}
