import type { ReadTask } from '../reader/task.ts'
import type { RowsInput } from './read-rows.ts'
import { rowsOf } from './rows.ts'

/** of one message to the server: so that taking it holds up nobody */
const batch = { rows: 500, letters: 200_000 }

/** Reads one table, and tells its rows in batches. */
export const task: ReadTask<RowsInput, string[][]> = async (input, { source, emit }) => {
  const bytes = await source.read(0, source.size)
  let rows: string[][] = []
  let letters = 0
  for (const row of await rowsOf({ ...input, bytes })) {
    rows.push(row)
    letters += row.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < batch.rows && letters < batch.letters) continue
    await emit(rows)
    rows = []
    letters = 0
  }
  if (rows.length > 0) await emit(rows)
}
