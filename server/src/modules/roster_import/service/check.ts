import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { insertImport } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { importWork } from '../../../platform/import-work.ts'
import { inBatches } from '../../../platform/in-batches.ts'
import { titlesOf } from '../../../platform/sheets/columns.ts'
import { readRows } from '../../../platform/sheets/read-rows.ts'
import { onlySheet } from '../../../platform/sheets/rows.ts'
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
import { findImport, forgetOld, type ImportRecord, type ReportRow, recordReport } from '../store.ts'
import { compareHours } from './compare-hours.ts'
import { compareStudents } from './compare-students.ts'
import { readState } from './state.ts'
import { writeAll } from './write.ts'

export interface CheckInput {
  importId: string
  kind: RosterKind
  fileId: string
  mapping: Mapping | null
}

/**
 * Starts the dry run in the background; nothing is written by it. A repeat tells how far it is.
 * @throws Refusal roster_import.conflict for an id that means another file, kind or mapping
 */
export async function checkFile(deps: Deps, staff: StaffAtWork, input: CheckInput) {
  const { importId: id, kind, fileId, mapping: wantedMapping } = input
  const asked = { kind, fileId, wantedMapping }
  if (!(await findImport(deps.db, id))) {
    if (!(await hasUploaded(deps.db, fileId, 'ROSTER', staff.staffId)))
      refuse('roster_import.noFile')
    const row = { id, staffId: staff.staffId, ...asked }
    const made = await insertImport(deps.db, 'rosterImport', row)
    if (made) void workOn(deps, { id, state: 'READING', claim: 0 })
  }
  const there = await findImport(deps.db, id)
  const said = there && {
    kind: there.kind,
    fileId: there.fileId,
    wantedMapping: there.wantedMapping,
  }
  if (!isDeepStrictEqual(asked, said) || there?.staffId !== staff.staffId)
    refuse('roster_import.conflict')
  return readState(deps, staff, id)
}

/** Dry runs and what follows them, in the background. */
export const { workOn, resumeStalled } = importWork<ImportRecord>({
  table: 'rosterImport',
  stalled: {
    states: ['READING', 'WRITING'],
    seconds: 300,
    problem: '多次处理都没有完成，没有写入任何一行；请检查文件后重新上传',
  },
  find: findImport,
  work: (deps, row) => (row.state === 'READING' ? read(deps, row) : writeAll(deps, row)),
  broken: '处理时出错，没有写入任何一行；请联系管理员',
})

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  const { content, mime } = await readUploaded(deps, row.fileId, 'ROSTER', row.staffId)
  const isXlsx = mime !== 'text/plain'
  const wanted = { isXlsx, mostRows: rowsToRead, sheetName: null, known: knownColumns(row.kind) }
  const book = await readRows({ source: content, ...wanted }, { owner: row.staffId })
  const { columns, mapping, rows } = readRoster(row.kind, onlySheet(book), row.wantedMapping)
  const compare = rows && (await comparisonOf(row.kind, rows))
  await inTransaction(deps.db, async (tx) => {
    const found = compare && (await compare(tx))
    await recordReport(tx, row, {
      columns: rows ? titlesOf(columns) : columns,
      mapping,
      rows: found,
    })
  })
}

/** Judges each row by itself. @returns what compares them with who and what is there */
async function comparisonOf(
  kind: RosterKind,
  rows: RosterRow[],
): Promise<(tx: Tx) => Promise<ReportRow[]>> {
  if (kind === 'STUDENTS') {
    const students = await inBatches(rows, studentOf)
    return (tx) => compareStudents(tx, students)
  }
  const hours = await inBatches(rows, hoursOf)
  return (tx) => compareHours(tx, hours)
}

/** A job: what nobody looks at any more. */
export async function forgetOldImports({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, forgetOld)
}
