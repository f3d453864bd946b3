import { isDeepStrictEqual } from 'node:util'
import type { RefusalKey } from '@ce/contract'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import { countReportRows, forgetReportCells, type ReportRow } from '../db/import-rows.ts'
import type { PageRequest } from '../db/page.ts'
import {
  countUnwrittenImports,
  findImport,
  forgetOldImports,
  type ImportOwnColumns,
  type ImportTableFacts,
  insertImport,
  type ListedImport,
  listImports,
  lockImport,
  recordReportRows,
  setImportWriting,
  startImportReport,
  stopImportWork,
  type UploadedImport,
  type UploadTable,
  updateClaimedImport,
} from '../db/staged-import.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../errors.ts'
import type { StaffAtWork } from '../staff-calls.ts'
import { createImportWorker } from './import-work.ts'
import { createStagedImportCalls, type ImportCall, type ImportKind } from './staged-import.ts'
import { toTableLocation } from './table.ts'

export interface StaffCaller {
  staff: StaffAtWork
}

/** What reading a file yields: first the columns, then the rows, unless a person must assign the columns first. */
export type ImportReadingResult = { about: ImportTableFacts; own?: ImportOwnColumns } | { rows: readonly ReportRow[] }

/** Input of a dry run. `Asked` names the columns of what else this kind of import asks for, beside the file. */
export type ImportCheckInput<Row extends UploadedImport, Asked extends keyof Row> = Pick<Row, Asked> & {
  importId: string
  fileId: string
  sheet?: string | undefined
  headRow?: number | undefined
  mapping: Row['mapping'] | null
}

/** What one kind of import defines for its dry run. */
interface CheckKind<Row extends UploadedImport, Asked extends keyof Row> {
  table: UploadTable
  refusals: Record<'notFound' | 'notChecked' | 'nothingToReturn' | 'noFile' | 'conflict' | 'nothingToDo', RefusalKey>
  asked: readonly Asked[]
  /** throws a refusal when a dry run with this input is not possible */
  mayCheck?(deps: Deps, input: Pick<Row, Asked>): Promise<void>
  /** whether this staff member uploaded the file for this purpose */
  hasFile(db: Db, fileId: string, staffId: string): Promise<boolean>
}

/** What this kind of import does in the background. */
interface WorkKind<Row extends UploadedImport> {
  table: UploadTable
  read(deps: Deps, row: Row): AsyncIterable<ImportReadingResult>
  /** the end of the dry run, when all rows are in the report */
  conclude(tx: Tx, row: Row): Promise<void>
  /** writes the rows of the report in the background; absent: they are written in one transaction */
  write?(deps: Deps, row: Row, stopping?: AbortSignal): Promise<void>
  /** called when all rows were written, or when somebody stopped the writing */
  onWritten?(tx: Tx, row: Row, how: { stopped?: true }): Promise<void>
  /** deletes other rows of this kind of import that nobody needs any more */
  forgetOwn?(tx: Tx): Promise<void>
}

interface UploadKind<Row extends UploadedImport, Asked extends keyof Row & string, View extends object>
  extends CheckKind<Row, Asked>,
    WorkKind<Row>,
    Pick<ImportKind<Row, StaffCaller, View>, 'view' | 'onReturned'> {
  table: UploadTable
  /** what a person reads about an import that stalled or failed */
  texts: { stalled: string; broken: string }
}

/**
 * Imports of files that staff uploaded. They are read in the background, then written in one
 * transaction (writeAtOnce) or in the background (startWriting).
 */
export function createUploadedImportCalls<
  Row extends UploadedImport,
  Asked extends keyof Row & string,
  View extends object,
>(kind: UploadKind<Row, Asked, View>) {
  const { table } = kind
  const ownerOf = ({ staff }: StaffCaller) => staff.staffId
  const imports = createStagedImportCalls<Row, StaffCaller, View>({ ...kind, mayUse, ownerOf }, mayRead)
  const { requireOwn, readState } = imports
  const { workOn, ...jobs } = createImportWorker<Row>(table, {
    states: kind.write ? ['READING', 'WRITING'] : ['READING'],
    work: (deps, row, stopping) => (row.state === 'READING' ? read : write)(kind, deps, row, stopping),
    texts: kind.texts,
  })

  /** Starts the dry run, which writes only its report. A repeated call returns the progress. */
  async function check(call: ImportCall<StaffCaller, ImportCheckInput<Row, Asked>>) {
    if (await insertChecked(kind, call)) void workOn(call.deps, { id: call.input.importId, state: 'READING', claim: 0 })
    return readState(call)
  }

  /** Starts writing the rows in the background. A repeated call returns the progress. */
  async function startWriting(call: ImportCall<StaffCaller>) {
    const { id } = await requireOwn(call)
    const begun = await inTransaction(call.deps.db, (tx) => beginWriting(kind, tx, id))
    if (begun) void workOn(call.deps, begun)
    return readState(call)
  }

  /** Stops reading or writing; rows already written stay. A repeated call changes nothing. */
  async function stop(call: ImportCall<StaffCaller>) {
    const row = await requireOwn(call)
    await inTransaction(call.deps.db, async (tx) => {
      const state = await stopImportWork(tx, table, row.id)
      if (state === 'DONE') await concludeWriting(kind, tx, row, { stopped: true })
    })
    return readState(call)
  }

  async function list(call: ImportCall<StaffCaller, PageRequest>) {
    const { deps, input } = call
    const { list, ...page } = await listImports<Pick<Row, Asked>>(deps.db, table, kind.asked, input)
    return { list: list.map((row) => listView(call, row)), ...page }
  }

  async function forgetOld({ db }: Pick<Deps, 'db'>): Promise<void> {
    await inTransaction(db, async (tx) => {
      await kind.forgetOwn?.(tx)
      await forgetOldImports(tx, table)
    })
  }

  return { ...imports, ...jobs, check, startWriting, stop, list, forgetOld }
}

function mayUse({ staff }: StaffCaller, row: { staffId: string }): boolean {
  return row.staffId === staff.staffId
}

/** Every staff member with access to the page may see a finished import, but a dry run only the one who started it. */
function mayRead(caller: StaffCaller, row: { staffId: string; state: string }): boolean {
  return mayUse(caller, row) || row.state === 'DONE'
}

function listView<Row extends ListedImport>(caller: StaffCaller, row: Row) {
  const isDone = row.state === 'DONE'
  return {
    ...row,
    // Report rows are deleted a month after the import; then only the number of written rows is known.
    create: isDone ? row.written : row.create,
    refuse: isDone && !row.rowsKept ? null : row.refuse,
    readable: mayRead(caller, row),
  }
}

/** Reports of checked imports that nobody writes are kept for 7 days. */
const mostUnwritten = 100

/** @throws Refusal common.tooManyImports */
export function requireRoomForImport(unwritten: number): void {
  if (unwritten >= mostUnwritten) refuse('common.tooManyImports', { most: mostUnwritten })
}

/**
 * @returns whether the import is new @throws Refusal noFile, common.tooManyImports; conflict for an id that was used for
 * another file or other input
 */
async function insertChecked<Row extends UploadedImport, Asked extends keyof Row & string>(
  { table, refusals, ...kind }: CheckKind<Row, Asked>,
  { deps, staff, input }: ImportCall<StaffCaller, ImportCheckInput<Row, Asked>>,
): Promise<boolean> {
  const { importId: id, fileId, mapping: wantedMapping } = input
  const { staffId } = staff
  const own = Object.fromEntries(kind.asked.map((column) => [column, input[column]]))
  const asked = { ...own, fileId, wantedMapping, wantedTable: toTableLocation(input) }
  let isNew = false
  if (!(await findImport(deps.db, table, id))) {
    await kind.mayCheck?.(deps, input)
    if (!(await kind.hasFile(deps.db, fileId, staffId))) refuse(refusals.noFile)
    requireRoomForImport(await countUnwrittenImports(deps.db, table, staffId))
    isNew = await insertImport(deps.db, table, { id, staffId, ...asked })
  }
  const there = await findImport<Row>(deps.db, table, id)
  const meant = Object.entries(there ?? {}).filter(([column]) => Object.hasOwn(asked, column))
  const isSame = isDeepStrictEqual(asked, Object.fromEntries(meant))
  if (there?.staffId !== staffId || !isSame) refuse(refusals.conflict)
  return isNew
}

async function beginWriting(
  { table, refusals }: Pick<CheckKind<UploadedImport, never>, 'table' | 'refusals'>,
  tx: Tx,
  id: string,
) {
  const row = await lockImport<UploadedImport>(tx, table, id)
  if (row?.state === 'WRITING' || row?.state === 'DONE') return null
  if (row?.state !== 'CHECKED') return refuse(refusals.notChecked)
  const { CREATE: toWrite } = await countReportRows(tx, table, id)
  if (toWrite === 0) refuse(refusals.nothingToDo)
  await setImportWriting(tx, table, id)
  return { id, state: 'WRITING', claim: row.claim }
}

async function read<Row extends UploadedImport>(
  { table, ...kind }: WorkKind<Row>,
  deps: Deps,
  row: Row,
  stopping?: AbortSignal,
): Promise<void> {
  let total: number | null = null
  for await (const found of kind.read(deps, row)) {
    stopping?.throwIfAborted()
    if ('about' in found) total = found.about.total
    await inTransaction(deps.db, (tx) =>
      'about' in found
        ? startImportReport(tx, table, row, found.about, found.own ?? {})
        : recordReportRows(tx, table, row, found.rows),
    )
  }
  if (total === null) return
  await inTransaction(deps.db, async (tx) => {
    await updateClaimedImport(tx, table, row, { state: 'CHECKED' })
    await kind.conclude(tx, row)
  })
}

async function write<Row extends UploadedImport>(
  kind: WorkKind<Row>,
  deps: Deps,
  row: Row,
  stopping?: AbortSignal,
): Promise<void> {
  await kind.write?.(deps, row, stopping)
  await inTransaction(deps.db, async (tx) => {
    await updateClaimedImport(tx, kind.table, row, { state: 'DONE' })
    await concludeWriting(kind, tx, row, {})
  })
}

/** Deletes the file's cells of all rows that were written. */
async function concludeWriting<Row extends UploadedImport>(
  { table, onWritten }: WorkKind<Row>,
  tx: Tx,
  row: Row,
  how: { stopped?: true },
): Promise<void> {
  await forgetReportCells(tx, table, row.id)
  await onWritten?.(tx, row, how)
}
