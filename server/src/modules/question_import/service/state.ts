import type { Paging } from '../../../platform/db/page.ts'
import { countRows, type RowFilter } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayReadImport, mayUseImport } from '../policy.ts'
import { countMade, findImport, type ImportRecord, listImports, listQuestions } from '../store.ts'

/** How far an import has come. @throws Refusal question_import.notFound */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id, courseId, fileName, state, format, problem, columns, mapping, readCount, total } =
    await requireReadable(deps, staff, importId)
  const { CREATE, SAME: same, REFUSE: refused } = await countRows(deps.db, 'questionImport', id)
  // the rows of what was written are forgotten after a month; its questions stay
  const create = state === 'DONE' ? await countMade(deps.db, id) : CREATE
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

/** One's own, or a colleague's that was written. @throws Refusal question_import.notFound */
async function requireReadable(
  deps: Deps,
  staff: StaffAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !mayReadImport(staff, row)) return refuse('question_import.notFound')
  return row
}

/** Every import, the newest first. */
export async function deskImports(deps: Deps, staff: StaffAtWork, paging: Paging) {
  const { list, ...page } = await listImports(deps.db, paging)
  return {
    list: list.map(({ made, toMake, ...row }) => ({
      ...row,
      create: row.state === 'DONE' ? made : toMake,
      readable: mayReadImport(staff, row),
    })),
    ...page,
  }
}

/** A page of the report by question. */
export async function readRows(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireReadable(deps, staff, filter.importId)
  return listQuestions(deps.db, filter)
}
