import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { ReportRow } from '../../../platform/db/import-rows.ts'
import {
  insertImport,
  recordAbout,
  recordRows,
  type WantedTable,
} from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { foundTable, hiddenRows } from '../../../platform/imports/found-table.ts'
import { importWork } from '../../../platform/imports/import-work.ts'
import { wantedTable } from '../../../platform/imports/wanted-table.ts'
import { inBatches } from '../../../platform/in-batches.ts'
import { titlesOf } from '../../../platform/sheets/columns.ts'
import { readRows } from '../../../platform/sheets/read-rows.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hasUploaded, readUploaded } from '../../file/service.ts'
import {
  knownColumns,
  type Mapping,
  type RosterKind,
  type RosterRow,
  readRoster,
  rowsToRead,
} from '../read/columns.ts'
import { hoursOf } from '../read/hours-row.ts'
import { studentOf } from '../read/student-row.ts'
import { findImport, forgetOld, type ImportRecord, recordChecked } from '../store.ts'
import { compareHours } from './compare-hours.ts'
import { compareStudents } from './compare-students.ts'
import { readState } from './state.ts'
import { writeAll } from './write.ts'

export interface CheckInput {
  importId: string
  kind: RosterKind
  fileId: string
  sheet?: string | undefined
  headRow?: number | undefined
  mapping: Mapping | null
}

/**
 * Starts the dry run in the background; nothing is written by it. A repeat tells how far it is.
 * @throws Refusal roster_import.conflict for an id that means another file, kind, table or mapping
 */
export async function checkFile(deps: Deps, staff: StaffAtWork, input: CheckInput) {
  const { importId: id, kind, fileId, mapping: wantedMapping } = input
  const asked = { kind, fileId, wantedMapping, wantedTable: wantedTable(input) }
  if (!(await findImport(deps.db, id))) {
    if (!(await hasUploaded(deps.db, fileId, 'ROSTER', staff.staffId)))
      refuse('roster_import.noFile')
    const row = { id, staffId: staff.staffId, ...asked }
    const made = await insertImport(deps.db, 'rosterImport', row)
    if (made) void workOn(deps, { id, state: 'READING', claim: 0 })
  }
  const there = await findImport(deps.db, id)
  const said = there && askedOf(there)
  if (!isDeepStrictEqual(asked, said) || there?.staffId !== staff.staffId)
    refuse('roster_import.conflict')
  return readState(deps, staff, id)
}

function askedOf({ kind, fileId, wantedMapping, wantedTable }: ImportRecord) {
  return { kind, fileId, wantedMapping, wantedTable }
}

/** Dry runs and what follows them, in the background. */
export const { workOn, resumeStalled } = importWork<ImportRecord>({
  table: 'rosterImport',
  stalled: {
    states: ['READING', 'WRITING'],
    seconds: 90,
    problem: '多次处理都没有完成；请检查文件后重新上传，已写入的行不会重复',
  },
  find: findImport,
  work: (deps, row) => (row.state === 'READING' ? read(deps, row) : writeAll(deps, row)),
  broken: '处理时出错，请联系管理员；重新上传时，已写入的行不会重复',
})

/** rows of a report that are kept in one transaction */
const batch = 2000

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  const { content: source, mime } = await readUploaded(deps, row.fileId, 'ROSTER', row.staffId)
  const { sheet: sheetName, headRow: head } = row.wantedTable ?? noWish
  const file = { source, isXlsx: mime !== 'text/plain', mostRows: rowsToRead, sheetName }
  const workbook = await readRows(
    { ...file, known: knownColumns(row.kind) },
    { owner: row.staffId },
  )
  const table = readRoster(row.kind, workbook.sheet, { mapping: row.wantedMapping, head })
  const { columns, mapping, rows } = table
  const hidden = hiddenRows(workbook, table)
  await inTransaction(deps.db, (tx) =>
    recordAbout(
      tx,
      'rosterImport',
      row,
      {
        columns: rows ? titlesOf(columns) : columns,
        mapping,
        table: foundTable(workbook, table),
        total: rows && rows.length + hidden.length,
      },
      {},
    ),
  )
  if (!rows) return
  const found = [...(await judgedRows(deps.db, row.kind, rows)), ...hidden]
  for (let at = 0; at < found.length; at += batch)
    await inTransaction(deps.db, (tx) =>
      recordRows(tx, 'rosterImport', row, found.slice(at, at + batch)),
    )
  await inTransaction(deps.db, (tx) => recordChecked(tx, row))
}

const noWish: WantedTable = { sheet: null, headRow: null }

/** Judges each row by itself, and compares it with who and what is there. */
async function judgedRows(db: Db, kind: RosterKind, rows: RosterRow[]): Promise<ReportRow[]> {
  return kind === 'STUDENTS'
    ? compareStudents(db, await inBatches(rows, studentOf))
    : compareHours(db, await inBatches(rows, hoursOf))
}

/** A job: what nobody looks at any more. */
export async function forgetOldImports({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, forgetOld)
}
