import type { StaffActor } from '../../../platform/auth/staff-sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { ImportRow } from '../document/document.ts'
import { mayUseImport } from '../policy.ts'
import { findImport, findOutcomes, type ImportRecord, type Outcome } from '../store.ts'

/** How far an import has come. @throws Refusal poster_import.notFound also for another's */
export async function readImportState(deps: Deps, staff: StaffActor, importId: string) {
  const row = await requireImport(deps, staff, importId)
  return importView(row, await findOutcomes(deps.db, importId))
}

/** One's own import. @throws Refusal poster_import.notFound also for another's */
export async function requireImport(
  deps: Deps,
  staff: StaffActor,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayUseImport(staff, row)) return refuse('poster_import.notFound')
  return row
}

/** The report as the wire has it: rows as checked, those that are over as they came out. */
function importView({ id, state, done, report }: ImportRecord, outcomes: Map<number, Outcome>) {
  const rows = report.map((row, index) => cameOut(row, outcomes.get(index)))
  return {
    importId: id,
    state: stateOf(state),
    done,
    total: rows.length,
    counts: countActions(rows),
    rows,
  }
}

/** A row as checked, with how it came out when it was run. */
export function cameOut(row: ImportRow, outcome: Outcome | undefined): ImportRow {
  if (!outcome) return row
  const { action, problems, posterId } = outcome
  return { ...row, action, posterId, problems: [...row.problems, ...problems] }
}

/** How many rows become items, are some already, and are refused. */
export function countActions(rows: Pick<ImportRow, 'action'>[]) {
  const count = (action: string) => rows.filter((row) => row.action === action).length
  return { create: count('CREATE'), same: count('SAME'), refuse: count('REFUSE') }
}

/** The column's check allows these four. */
function stateOf(state: string): 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED' {
  return state as 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED'
}
