import { auditStaff } from '../../../platform/audit.ts'
import { listRows, type RowFilter } from '../../../platform/db/import-rows.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { reportOf, returnedFile } from '../../../platform/imports/report.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { countNeverUsed } from '../../student/service.ts'
import { mayReadImport, mayRenewPasswords, mayUseImport } from '../policy.ts'
import { findImport, type ImportRecord, listImports } from '../store.ts'

/** One's own import. @throws Refusal roster_import.notFound also for another's */
export async function requireImport(
  deps: Deps,
  staff: StaffAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayUseImport(staff, row)) return refuse('roster_import.notFound')
  return row
}

/** One's own, or a colleague's that was written. @throws Refusal roster_import.notFound */
export async function requireReadable(
  deps: Deps,
  staff: StaffAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayReadImport(staff, row)) return refuse('roster_import.notFound')
  return row
}

/** How far an import has come. */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireReadable(deps, staff, importId)
  const { id, kind, actorName, createdAt } = row
  return {
    ...(await reportOf(deps.db, 'rosterImport', row)),
    ...{ kind, actorName, createdAt },
    sheet: mayUseImport(staff, row) ? sheetOf(row) : ('NONE' as const),
    neverUsed: (await countNeverUsed(deps.db, [id])).get(id) ?? 0,
    mayRenew: mayRenewPasswords(staff, row),
  }
}

/** Every import, the newest first. */
export async function deskImports(deps: Deps, staff: StaffAtWork, paging: Paging) {
  const { list, ...page } = await listImports(deps.db, paging)
  const neverUsed = await countNeverUsed(
    deps.db,
    list.map(({ id }) => id),
  )
  return {
    list: list.map(({ written, create, refuse: refused, rowsKept, ...row }) => ({
      ...row,
      // the rows of what was written are forgotten after a month; how many they were is not
      create: row.state === 'DONE' ? written : create,
      refuse: row.state === 'DONE' && !rowsKept ? null : refused,
      neverUsed: neverUsed.get(row.id) ?? 0,
      readable: mayReadImport(staff, row),
    })),
    ...page,
  }
}

function sheetOf({ state, sheet, sheetTakenAt }: ImportRecord) {
  if (state !== 'DONE') return 'NONE' as const
  if (sheetTakenAt) return 'TAKEN' as const
  return sheet ? ('READY' as const) : ('NONE' as const)
}

/** A page of the report, row by row. */
export async function readReport(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireReadable(deps, staff, filter.importId)
  return listRows(deps.db, 'rosterImport', filter)
}

/** The rows that were not written, with whole numbers: for who brought them, and told in the log. */
export async function returnRows(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireImport(deps, staff, importId)
  const file = await returnedFile(deps.db, 'rosterImport', row, staff.staffId)
  if (!file) return refuse('roster_import.nothingToReturn')
  const detail = { file: row.fileName, rows: file.rows }
  await auditStaff(deps.db, staff, 'roster_import.returned', row.id, detail)
  return file
}
