import type { ByteContent } from '../files/content.ts'
import { readInProcess } from '../reader/read-apart.ts'
import type { ReadTaskName } from '../reader/task.ts'
import type { SheetToRead } from './rows.ts'
import type { CellNote, Sheet, SheetInfo, Workbook } from './sheet.ts'
import { tableReaderText, UnreadableFile } from './unreadable.ts'

export type ReadRowsInput = Omit<SheetToRead, 'bytes'>

export type ReadRowsMessage =
  | { about: Omit<Sheet, 'rows' | 'notes'>; sheets: SheetInfo[] }
  | { rows: string[][] }
  | { notes: CellNote[] }

const task: ReadTaskName<ReadRowsInput, ReadRowsMessage> = {
  script: new URL('./rows-task.ts', import.meta.url),
  lane: 'long',
  ...tableReaderText,
}

/** The reading process ends when the caller disconnects. @throws UnreadableFile, AbortError. */
export async function readTableRows(
  { source, ...input }: ReadRowsInput & { source: ByteContent },
  about: { owner: string; gone?: AbortSignal | undefined },
): Promise<Workbook> {
  let book: Workbook | undefined
  for await (const told of readInProcess(task, input, { source, ...about })) {
    if ('about' in told) book = { sheets: told.sheets, sheet: { ...told.about, rows: [], notes: [] } }
    else if ('rows' in told) book?.sheet.rows.push(...told.rows)
    else book?.sheet.notes.push(...told.notes)
  }
  if (!book) throw new UnreadableFile(tableReaderText.tooComplex)
  return book
}
