import type { RefusalKey } from '@ce/contract'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import {
  countReportRows,
  type ImportReportTable,
  listReportRows,
  listRowsToReturn,
  type ReportRowFilter,
  type StoredReportRow,
} from '../db/import-rows.ts'
import { findImport, lockImport, recordAllRowsWritten, type StagedImport } from '../db/staged-import.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { writeTextWorkbook } from '../sheets/write-apart.ts'
import { xlsxMime } from '../sheets/xlsx-mime.ts'

/** A call about an import: the caller and the input. */
export type ImportCall<Caller, Input = { importId: string }> = Caller & { deps: Deps; input: Input }

/** How one kind of import differs from the others. All kinds have a report, write its rows and return the rest. */
export interface ImportKind<Row extends StagedImport, Caller, View extends object> {
  table: ImportReportTable
  refusals: Record<'notFound' | 'notChecked' | 'nothingToReturn', RefusalKey>
  mayUse(caller: Caller, row: Row): boolean
  /** calls with the same owner wait in one queue for the processes that read and write files */
  ownerOf(caller: Caller): string
  /** Further fields of the response about the state, beside those of the report. */
  view(call: ImportCall<Caller>, row: Row): View | Promise<View>
  /** called when the rows that were not written have been returned */
  onReturned?(call: ImportCall<Caller>, row: Row, rows: number): Promise<void>
}

/** The calls about an import that has a report. `mayRead`: who may see the report */
export function createStagedImportCalls<Row extends StagedImport, Caller, View extends object>(
  kind: ImportKind<Row, Caller, View>,
  mayRead: (caller: Caller, row: Row) => boolean = kind.mayUse,
) {
  const { table, refusals } = kind
  type Call = ImportCall<Caller>

  /** @throws Refusal notFound, also for an import of another owner */
  async function requireOwn(call: Call): Promise<Row> {
    const row = await findImport<Row>(call.deps.db, table, call.input.importId)
    return row && kind.mayUse(call, row) ? row : refuse(refusals.notFound)
  }

  /** @throws Refusal notFound, also for an import that only its owner may see */
  async function requireReadable(call: Call): Promise<Row> {
    const row = await findImport<Row>(call.deps.db, table, call.input.importId)
    return row && mayRead(call, row) ? row : refuse(refusals.notFound)
  }

  async function readState(call: Call) {
    const row = await requireReadable(call)
    return { ...(await reportView(call.deps.db, table, row)), ...(await kind.view(call, row)) }
  }

  /** Lists one page of the report's rows. */
  async function readRows(call: ImportCall<Caller, ReportRowFilter>) {
    await requireReadable(call)
    return listReportRows(call.deps.db, table, call.input)
  }

  /** Returns a workbook of the rows that were not written, to correct and import again. */
  async function returnRows(call: Call) {
    const row = await requireOwn(call)
    const rows = await listRowsToReturn(call.deps.db, table, row.id)
    if (rows.length === 0) refuse(refusals.nothingToReturn)
    const file = await returnedFile(row, rows, kind.ownerOf(call))
    await kind.onReturned?.(call, row, file.rows)
    return file
  }

  /** Writes all rows that can be written in one transaction, or none. A repeat changes nothing. */
  async function writeAtOnce(call: Call, write: (tx: Tx, row: Row) => Promise<number>) {
    const { id } = await requireOwn(call)
    await inTransaction(call.deps.db, async (tx) => {
      const row = await lockImport<Row>(tx, table, id)
      if (row?.state === 'DONE') return
      if (row?.state !== 'CHECKED') return refuse(refusals.notChecked)
      await recordAllRowsWritten(tx, table, id, await write(tx, row))
    })
    return readState(call)
  }

  return { requireOwn, requireReadable, readState, readRows, returnRows, writeAtOnce }
}

async function reportView<Row extends StagedImport>(db: Db, table: ImportReportTable, row: Row) {
  const counts = await countReportRows(db, table, row.id)
  const { CREATE, SAME, REFUSE, WRITTEN } = counts
  const { id: importId, fileName, state, columns, total, written } = row
  return {
    ...{ importId, fileName, state, columns, total, written, counts },
    mapping: mappingOf(row),
    problem: row.problem ?? null,
    table: row.foundTable,
    read: row.readCount ?? total,
    // The report of a finished import has rows until they are deleted after a month.
    rowsKept: state !== 'DONE' || CREATE + SAME + REFUSE + WRITTEN > 0,
  }
}

/** The compiler loses the type of the fields that a `Row` has, so a cast restores it. */
function mappingOf<Row extends StagedImport>(row: Row) {
  return row.mapping as Row['mapping']
}

const problemTitle = '问题'

/**
 * A workbook of returned rows: the columns of their file, without an earlier column of problems, and the problems of
 * each row.
 */
async function returnedFile({ fileName, columns, mapping }: StagedImport, rows: StoredReportRow[], owner: string) {
  const kept = columns.flatMap(({ title }, at) => (title.trim() === problemTitle ? [] : [at]))
  const lines = rows.map(({ no, cells, problems }) => {
    const named = new Set(problems.map(({ field }) => field))
    const said = problems.map(({ column, problem }) => (column ? `${column}：${problem}` : problem))
    const what = said.length > 0 ? said.join('；') : '停止写入时还没有写到这一行'
    const own = kept.map((at) => {
      const [field, text = ''] = [mapping[at], cells?.[at]]
      return field && named.has(field) ? { faulty: text } : text
    })
    return [...own, `${what}（原表第 ${no} 行）`]
  })
  const titles = kept.map((at) => [columns[at]?.title ?? '', 20] as const)
  const table = { columns: [...titles, [problemTitle, 60] as const], rows: lines }
  return {
    name: `${fileName.replace(/\.[^.]*$/, '')}-退回.xlsx`,
    mime: xlsxMime,
    content: await writeTextWorkbook(table, owner),
    rows: rows.length,
  }
}
