import { readApart } from '../../../platform/sheets/apart.ts'
import type { TableColumn } from '../../../platform/sheets/columns.ts'
import type { FileToRead } from './file.ts'
import type { ReadRow } from './question-of.ts'
import type { QuestionField } from './raw.ts'

export interface AboutFile {
  format: 'XLSX' | 'CSV' | 'GIFT' | 'AIKEN'
  columns: TableColumn[]
  mapping: (QuestionField | null)[]
}

/** What the reading process tells, in this order; `total` null: somebody must name the columns first. */
export type Told =
  | { about: AboutFile; total: number | null }
  | { rows: ReadRow[] }
  /** COLUMNS: no further without their names */
  | { end: 'ALL' | 'COLUMNS' }
  | { problem: string }

/** Reads a file in a process of its own. @throws UnreadableFile */
export function readFileApart(file: FileToRead, memoryMb?: number): AsyncGenerator<Told> {
  return readApart<Told>(new URL('./worker.ts', import.meta.url), file, { memoryMb })
}
