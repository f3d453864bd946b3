import type { StaffActor } from '../../../platform/auth/staff-sessions.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { ImportRow } from '../document/document.ts'
import { isAboutCategory } from '../document/fields.ts'
import { mayUseImport } from '../policy.ts'
import { findMends, type Mend } from '../store/mends.ts'
import { findImport, findOutcomes, type ImportRecord, listImports, type Outcome } from '../store.ts'

/** A row as it was read, with what a person decided of it. */
export type DecidedRow = Omit<ImportRow, 'action'> & {
  action: ImportRow['action'] | 'LEFT_OUT'
  mended: boolean
}

/** How far an import has come. @throws Refusal poster_import.notFound also for another's */
export async function readImportState(deps: Deps, staff: StaffActor, importId: string) {
  const row = await requireImport(deps, staff, importId)
  const [outcomes, mends] = await Promise.all([
    findOutcomes(deps.db, importId),
    findMends(deps.db, importId),
  ])
  return importView(row, outcomes, mends)
}

/** One's own imports, the newest first. */
export function deskImports({ db }: Deps, { staffId }: StaffActor, paging: Paging) {
  return listImports(db, { staffId, ...paging })
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

/** The report as the wire has it: rows as decided, those that are over as they came out. */
function importView(
  { id, fileName, state, done, report }: ImportRecord,
  outcomes: Map<number, Outcome>,
  mends: Map<number, Mend>,
) {
  const rows = report.map((row, no) => ({
    no,
    ...cameOut(decided(row, mends.get(no)), outcomes.get(no)),
  }))
  const counts = countActions(rows)
  return { importId: id, fileName, state, done, total: rows.length, counts, rows }
}

/** A row with what a person decided of it. */
export function decided(row: ImportRow, mend: Mend | undefined): DecidedRow {
  if (!mend) return { ...row, mended: false }
  const { item, leftOut } = mend
  const categoryId = mend.categoryId ?? row.categoryId
  const isPlaced = row.needsCategory && categoryId !== null
  const action = isPlaced ? 'CREATE' : row.action
  const problems = isPlaced ? row.problems.filter((one) => !isAboutCategory(one)) : row.problems
  const { title, source, publishedAt, pictures, missing } = item ?? row
  return {
    ...row,
    ...{ title, source, publishedAt, pictures, missing, categoryId },
    action: leftOut ? 'LEFT_OUT' : action,
    problems: [...problems, ...(item?.problems ?? [])],
    remains: row.remains && { ...row.remains, gone: item?.remainsGone ?? row.remains.gone },
    mended: item?.mended ?? false,
  }
}

/** A row with how it came out when it was run. */
export function cameOut<Row extends Pick<DecidedRow, 'action' | 'posterId' | 'problems'>>(
  row: Row,
  outcome: Outcome | undefined,
): Row {
  if (!outcome) return row
  const { action, problems, posterId } = outcome
  // the files of what was looked at were told of then
  const told = [...new Set([...row.problems, ...problems])]
  return { ...row, action, posterId, problems: told }
}

/** How many rows become items, are some already, are refused, and were decided against. */
export function countActions(rows: Pick<DecidedRow, 'action'>[]) {
  const count = (action: string) => rows.filter((row) => row.action === action).length
  return {
    create: count('CREATE'),
    same: count('SAME'),
    refuse: count('REFUSE'),
    leftOut: count('LEFT_OUT'),
  }
}
