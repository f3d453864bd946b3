import type { StaffActor } from '../../../platform/auth/staff-sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { mayUseImport } from '../policy.ts'
import { findImport, type ImportRecord } from '../store.ts'

/** How far an import has come. @throws Refusal poster_import.notFound also for another's */
export async function readImportState(deps: Deps, staff: StaffActor, importId: string) {
  return importView(await requireImport(deps, staff, importId))
}

export async function requireImport(
  deps: Deps,
  staff: StaffActor,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayUseImport(staff, row)) return refuse('poster_import.notFound')
  return row
}

/** The report as the wire has it: rows as checked, those that came out otherwise as they came out. */
export function importView({ id, state, done, report, outcome }: ImportRecord) {
  const rows = report.map((row, index) => {
    const other = outcome[index]
    if (!other) return row
    return { ...row, action: other.action, problems: [...row.problems, ...other.problems] }
  })
  const count = (action: string) => rows.filter((row) => row.action === action).length
  return {
    importId: id,
    state: stateOf(state),
    done,
    total: rows.length,
    counts: { create: count('CREATE'), same: count('SAME'), refuse: count('REFUSE') },
    rows,
  }
}

/** The column's check allows these four. */
function stateOf(state: string): 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED' {
  return state as 'CHECKED' | 'RUNNING' | 'DONE' | 'FAILED'
}
