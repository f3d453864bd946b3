import { inTransaction } from '../../../platform/db/database.ts'
import { countRows } from '../../../platform/db/import-rows.ts'
import { stopWork } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { lockImport, setWriting } from '../store.ts'
import { workOn } from './check.ts'
import { readState, requireImport } from './state.ts'
import { finishWriting } from './write.ts'

/** Begins to write the rows that can be written, in the background. A repeat tells how far it is. */
export async function runImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id } = await requireImport(deps, staff, importId)
  const begun = await inTransaction(deps.db, async (tx) => {
    const { state, claim } = await lockImport(tx, id)
    if (state === 'WRITING' || state === 'DONE') return null
    if (state !== 'CHECKED') return refuse('roster_import.notChecked')
    const { CREATE: create } = await countRows(tx, 'rosterImport', id)
    if (create === 0) refuse('roster_import.nothingToDo')
    await setWriting(tx, id)
    return { id, state: 'WRITING' as const, claim }
  })
  if (begun) void workOn(deps, begun)
  return readState(deps, staff, importId)
}

/** Stops reading, or writing after the batch at hand: what is written stands, and the rest can be brought again. A repeat changes nothing. */
export async function stopImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireImport(deps, staff, importId)
  await inTransaction(deps.db, async (tx) => {
    await lockImport(tx, row.id)
    if (!(await stopWork(tx, 'rosterImport', row.id))) return
    const { state } = await lockImport(tx, row.id)
    if (state === 'DONE') await finishWriting(tx, row, { stopped: true })
  })
  return readState(deps, staff, importId)
}
