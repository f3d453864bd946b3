import type { Paging } from '../../../platform/db/page.ts'
import {
  countRows,
  listRows,
  type RowFilter,
  rowsKept,
} from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
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
  const { id, kind, fileName, state, problem, columns, mapping, total, written } = row
  const head = { importId: id, kind, fileName, state, problem, columns, mapping, total, written }
  const rows = await countRows(deps.db, 'rosterImport', id)
  const { CREATE, SAME: same, REFUSE: refused } = rows
  const over = state === 'DONE'
  const own = mayUseImport(staff, row)
  return {
    ...head,
    actorName: row.actorName,
    createdAt: row.createdAt,
    // the rows of what was written are forgotten after a month; how many they were is not, and none was refused
    counts: {
      create: over ? written : CREATE,
      same: over && !rowsKept(rows) ? null : same,
      refuse: refused,
    },
    sheet: own ? sheetOf(row) : ('NONE' as const),
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
    list: list.map(({ written, create, ...row }) => ({
      ...row,
      // the rows of what was written are forgotten after a month; how many they were is not, and none was refused
      create: row.state === 'DONE' ? written : create,
      neverUsed: neverUsed.get(row.id) ?? 0,
      readable: mayReadImport(staff, row),
    })),
    ...page,
  }
}

function sheetOf({ sheet, sheetTakenAt }: Pick<ImportRecord, 'sheet' | 'sheetTakenAt'>) {
  if (sheetTakenAt) return 'TAKEN' as const
  return sheet ? ('READY' as const) : ('NONE' as const)
}

/** A page of the report, row by row. */
export async function readReport(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireReadable(deps, staff, filter.importId)
  return listRows(deps.db, 'rosterImport', filter)
}
