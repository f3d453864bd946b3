import type { Content } from '../files/content.ts'
import { readApart } from '../reader/read-apart.ts'
import type { TaskName } from '../reader/task.ts'
import type { SheetToRead } from './rows.ts'
import type { CellNote, Sheet, SheetInfo, Workbook } from './sheet.ts'
import { tableWords, UnreadableFile } from './unreadable.ts'

export type RowsInput = Omit<SheetToRead, 'bytes'>

/** What the reading process tells, in this order. */
export type Told =
  | { about: Omit<Sheet, 'rows' | 'notes'>; sheets: SheetInfo[] }
  | { rows: string[][] }
  | { notes: CellNote[] }

const task: TaskName<RowsInput, Told> = {
  script: new URL('./rows-task.ts', import.meta.url),
  lane: 'long',
  ...tableWords,
}

/** Reads a table in a process of its own, which ends when nobody waits for it any more. @throws UnreadableFile, AbortError */
export async function readRows(
  { source, ...input }: RowsInput & { source: Content },
  about: { owner: string; gone?: AbortSignal | undefined },
): Promise<Workbook> {
  let book: Workbook | undefined
  for await (const told of readApart(task, input, { source, ...about })) {
    if ('about' in told)
      book = { sheets: told.sheets, sheet: { ...told.about, rows: [], notes: [] } }
    else if ('rows' in told) book?.sheet.rows.push(...told.rows)
    else book?.sheet.notes.push(...told.notes)
  }
  if (!book) throw new UnreadableFile(tableWords.tooComplex)
  return book
}
