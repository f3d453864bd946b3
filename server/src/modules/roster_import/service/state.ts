import { countRows, listRows, type RowFilter } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayUseImport } from '../policy.ts'
import { findImport, type ImportRecord } from '../store.ts'

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

/** How far an import has come. */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id, kind, fileName, state, problem, columns, mapping, total, written, ...row } =
    await requireImport(deps, staff, importId)
  const {
    CREATE: create,
    SAME: same,
    REFUSE: refused,
  } = await countRows(deps.db, 'rosterImport', id)
  const head = { importId: id, kind, fileName, state, problem, columns, mapping, total, written }
  return { ...head, counts: { create, same, refuse: refused }, sheet: sheetOf(row) }
}

function sheetOf({ sheet, sheetTakenAt }: Pick<ImportRecord, 'sheet' | 'sheetTakenAt'>) {
  if (sheetTakenAt) return 'TAKEN' as const
  return sheet ? ('READY' as const) : ('NONE' as const)
}

/** A page of the report, row by row. */
export async function readReport(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireImport(deps, staff, filter.importId)
  const { page, pageSize } = filter
  return { ...(await listRows(deps.db, 'rosterImport', filter)), page, pageSize }
}
