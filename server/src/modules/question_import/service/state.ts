import { countRows, type RowFilter } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayUseImport } from '../policy.ts'
import { findImport, type ImportRecord, listQuestions } from '../store.ts'

/** How far an import has come. @throws Refusal question_import.notFound also for another's */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id, courseId, fileName, state, format, problem, columns, mapping, readCount, total } =
    await requireImport(deps, staff, importId)
  const {
    CREATE: create,
    SAME: same,
    REFUSE: refused,
  } = await countRows(deps.db, 'questionImport', id)
  const counts = { create, same, refuse: refused }
  const head = { importId: id, courseId, fileName, state, format, problem }
  return { ...head, columns, mapping, read: readCount, total, counts }
}

/** One's own import. @throws Refusal question_import.notFound also for another's */
export async function requireImport(
  deps: Deps,
  staff: StaffAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayUseImport(staff, row)) return refuse('question_import.notFound')
  return row
}

/** A page of the report by question. */
export async function readRows(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireImport(deps, staff, filter.importId)
  return listQuestions(deps.db, filter)
}
