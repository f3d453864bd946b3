import type { Db } from '../db/database.ts'
import { countRows, listToReturn, type Reported } from '../db/import-rows.ts'
import type { FoundTable } from '../db/staged-import.ts'
import { markedFile } from './marked-file.ts'

interface ImportRow<State, Field> {
  id: string
  fileName: string
  state: State
  problem?: string | null
  columns: { title: string; samples: string[] }[]
  mapping: (Field | null)[]
  foundTable: FoundTable
  readCount?: number
  total: number
  written: number
}

/** How an import stands, as every desk of imports shows it. */
export async function reportOf<State extends string, Field>(
  db: Db,
  table: Reported,
  row: ImportRow<State, Field>,
) {
  const counts = await countRows(db, table, row.id)
  const { CREATE, SAME, REFUSE, WRITTEN } = counts
  const { id: importId, fileName, state, columns, mapping, total, written } = row
  return {
    ...{ importId, fileName, state, columns, mapping, total, written, counts },
    problem: row.problem ?? null,
    table: row.foundTable,
    read: row.readCount ?? total,
    // the rows of what was written are forgotten after a month: something was to write, or it would not be over
    rowsKept: state !== 'DONE' || CREATE + SAME + REFUSE + WRITTEN > 0,
  }
}

/** The rows that were not written, to mend and bring again; undefined: there are none. @param owner who asks */
export async function returnedFile(
  db: Db,
  table: Reported,
  row: Pick<ImportRow<string, string>, 'id' | 'fileName' | 'columns' | 'mapping'>,
  owner: string,
) {
  const rows = await listToReturn(db, table, row.id)
  return rows.length > 0 ? markedFile({ ...row, rows }, owner) : undefined
}
