import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { stopWork } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { addImported, lockCourse } from '../../question/service.ts'
import { findTaken, type ImportRecord, listToMake, lockImport, recordDone } from '../store.ts'
import { readState, requireImport } from './state.ts'

/**
 * Writes what the dry run found into the bank, in one transaction: all of it or nothing. A repeat changes nothing.
 * @throws Refusal question_import.bankChanged when the bank has one of them by now
 */
export async function runImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireImport(deps, staff, importId)
  await inTransaction(deps.db, async (tx) => {
    const state = await lockImport(tx, row.id)
    if (state === 'DONE') return
    if (state !== 'CHECKED') return refuse('question_import.notChecked')
    await lockCourse(tx, row.courseId)
    const taken = await findTaken(tx, row)
    if (taken !== undefined) refuse('question_import.bankChanged', { stem: taken.slice(0, 30) })
    const made = await createAll(tx, staff, row)
    if (made === 0) refuse('question_import.nothingToDo')
    await recordDone(tx, row.id, made)
    const detail = { courseId: row.courseId, file: row.fileName, questions: made }
    await auditStaff(tx, staff, 'question_import.finished', row.id, detail)
  })
  return readState(deps, staff, importId)
}

/** Stops reading. A repeat changes nothing. */
export async function stopImport(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id } = await requireImport(deps, staff, importId)
  await inTransaction(deps.db, (tx) => stopWork(tx, 'questionImport', id))
  return readState(deps, staff, importId)
}

const batch = 1000

async function createAll(tx: Tx, staff: StaffAtWork, row: ImportRecord): Promise<number> {
  let made = 0
  let after = 0
  for (;;) {
    const rows = await listToMake(tx, row.id, after, batch)
    const imported = rows.flatMap(({ content, found }) => (content ? [{ content, found }] : []))
    await addImported(tx, imported, {
      courseId: row.courseId,
      importId: row.id,
      by: staff.username,
    })
    made += imported.length
    after = rows.at(-1)?.no ?? after
    if (rows.length < batch) return made
  }
}
