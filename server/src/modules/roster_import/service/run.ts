import { inTransaction } from '../../../platform/db/database.ts'
import { countRows } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { lockImport, setWriting } from '../store.ts'
import { workOn } from './check.ts'
import { readState, requireImport } from './state.ts'

/**
 * Begins to write what was checked, in the background: all of it in one transaction, or nothing. A row that cannot be imported
 * hinders the whole: half a list is worse than none. A repeat tells how far it is.
 */
export async function runImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id } = await requireImport(deps, staff, importId)
  const begun = await inTransaction(deps.db, async (tx) => {
    const { state, claim } = await lockImport(tx, id)
    if (state === 'WRITING' || state === 'DONE') return null
    if (state !== 'CHECKED') return refuse('roster_import.notChecked')
    const { CREATE: create, REFUSE: refused } = await countRows(tx, 'rosterImport', id)
    if (refused > 0) refuse('roster_import.rowsRefused', { refuse: refused })
    if (create === 0) refuse('roster_import.nothingToDo')
    await setWriting(tx, id)
    return { id, state: 'WRITING' as const, claim }
  })
  if (begun) void workOn(deps, begun)
  return readState(deps, staff, importId)
}
