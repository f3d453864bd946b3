import type { Content } from '../../../platform/files/content.ts'
import { readApart } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import type { TableColumn } from '../../../platform/sheets/columns.ts'
import { tableWords } from '../../../platform/sheets/unreadable.ts'
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

export type FileInput = Omit<FileToRead, 'bytes'>

const task: TaskName<FileInput, Told> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  ...tableWords,
}

/** Reads a file in a process of its own. @throws UnreadableFile */
export function readFileApart(
  input: FileInput,
  about: { owner: string; source: Content },
): AsyncGenerator<Told> {
  return readApart(task, input, about)
}
