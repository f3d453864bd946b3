import type { ReadTask } from '../reader/task.ts'
import type { ReadRowsInput, ReadRowsMessage } from './read-rows.ts'
import { readWorkbookRows } from './rows.ts'

/** Maximum size of one message to the server, small enough not to block it. */
const batch = { rows: 500, notes: 5000, letters: 200_000 }

export const task: ReadTask<ReadRowsInput, ReadRowsMessage> = async (input, { source, emit }) => {
  const bytes = await source.read(0, source.size)
  const { sheet, sheets } = await readWorkbookRows({ ...input, bytes })
  const { rows: all, notes, ...about } = sheet
  await emit({ about, sheets })
  let rows: string[][] = []
  let letters = 0
  for (const row of all) {
    rows.push(row)
    letters += row.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < batch.rows && letters < batch.letters) continue
    await emit({ rows })
    rows = []
    letters = 0
  }
  if (rows.length > 0) await emit({ rows })
  for (let at = 0; at < notes.length; at += batch.notes) await emit({ notes: notes.slice(at, at + batch.notes) })
}
