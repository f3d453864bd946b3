import type { ReportRow } from '../../../platform/db/import-rows.ts'
import type { AboutTable } from '../../../platform/db/staged-import.ts'
import type { Content } from '../../../platform/files/content.ts'
import { readApart } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { tableWords } from '../../../platform/sheets/unreadable.ts'
import type { FileToRead } from './file.ts'

export interface AboutFile extends AboutTable {
  format: 'XLSX' | 'CSV' | 'GIFT' | 'AIKEN'
}

/** What the reading process tells, in this order. */
export type Told =
  | { about: AboutFile }
  | { rows: ReportRow[] }
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
