import type { Paging } from '../../../platform/db/page.ts'
import { countRows, type RowFilter, rowsKept } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { mayReadImport, mayUseImport } from '../policy.ts'
import { countMade, findImport, type ImportRecord, listImports, listQuestions } from '../store.ts'

/** How far an import has come. @throws Refusal question_import.notFound */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const { id, courseId, fileName, state, format, problem, columns, mapping, readCount, total } =
    await requireReadable(deps, staff, importId)
  const counts = await countsOf(deps, { id, state })
  const head = { importId: id, courseId, fileName, state, format, problem }
  return { ...head, columns, mapping, read: readCount, total, counts }
}

/** The rows of what was written are forgotten after a month, and what was left out with them; its questions stay. */
async function countsOf({ db }: Deps, { id, state }: Pick<ImportRecord, 'id' | 'state'>) {
  const rows = await countRows(db, 'questionImport', id)
  const { CREATE: create, SAME: same, REFUSE: refused } = rows
  if (state !== 'DONE') return { create, same, refuse: refused }
  const left = rowsKept(rows) ? { same, refuse: refused } : { same: null, refuse: null }
  return { create: await countMade(db, id), ...left }
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
    list: list.map(({ made, toMake, refuse: refused, ...row }) => ({
      ...row,
      create: row.state === 'DONE' ? made : toMake,
      refuse: row.state === 'DONE' && !rowsKept({ CREATE: toMake }) ? null : refused,
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
