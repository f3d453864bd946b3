import type { RowFilter } from '../../../platform/db/import-rows.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { reportOf, returnedFile } from '../../../platform/imports/report.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { asKept } from '../../question/service.ts'
import { mayReadImport, mayUseImport } from '../policy.ts'
import { findImport, type ImportRecord, listImports, listQuestions } from '../store.ts'

/** How far an import has come. @throws Refusal question_import.notFound */
export async function readState(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireReadable(deps, staff, importId)
  const { courseId, format } = row
  return { ...(await reportOf(deps.db, 'questionImport', row)), courseId, format }
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
    list: list.map(({ written, toMake, refuse: refused, rowsKept, ...row }) => ({
      ...row,
      // the rows of what was written are forgotten after a month
      create: row.state === 'DONE' ? written : toMake,
      refuse: row.state === 'DONE' && !rowsKept ? null : refused,
      readable: mayReadImport(staff, row),
    })),
    ...page,
  }
}

/** A page of the report by question. */
export async function readRows(deps: Deps, staff: StaffAtWork, filter: RowFilter) {
  await requireReadable(deps, staff, filter.importId)
  const { list, ...page } = await listQuestions(deps.db, filter)
  return {
    list: list.map(({ content, found: _, ...row }) => ({
      ...row,
      content: content && asKept(content),
    })),
    ...page,
  }
}

/** The questions that were not written, as the file has them. */
export async function returnRows(deps: Deps, staff: StaffAtWork, importId: string) {
  const row = await requireImport(deps, staff, importId)
  return (
    (await returnedFile(deps.db, 'questionImport', row, staff.staffId)) ??
    refuse('question_import.nothingToReturn')
  )
}
