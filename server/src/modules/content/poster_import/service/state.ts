import type { StaffActor } from '../../../../platform/auth/sessions.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { ImportReportRow } from '../document/document.ts'
import { isCategoryProblem } from '../document/fields.ts'
import { mayUseContentImport } from '../policy.ts'
import {
  type ContentImport,
  findContentImport,
  findImportItemEdits,
  findRowOutcomes,
  type ImportedRowOutcome,
  type ImportItemEdit,
  listContentImports,
} from '../store.ts'

export type DecidedImportRow = Omit<ImportReportRow, 'action'> & {
  action: ImportReportRow['action'] | 'LEFT_OUT'
  mended: boolean
}

/** @throws Refusal poster_import.notFound */
export async function readImportState(deps: Deps, staff: StaffActor, importId: string) {
  const row = await requireContentImport(deps, staff, importId)
  const [outcomes, mends] = await Promise.all([
    findRowOutcomes(deps.db, importId),
    findImportItemEdits(deps.db, importId),
  ])
  return importView(row, outcomes, mends)
}

export function deskContentImports({ db }: Deps, { staffId }: StaffActor, paging: PageRequest) {
  return listContentImports(db, { staffId, ...paging })
}

/** @throws Refusal poster_import.notFound */
export async function requireContentImport(deps: Deps, staff: StaffActor, importId: string): Promise<ContentImport> {
  const row = await findContentImport(deps.db, importId)
  if (!row || !mayUseContentImport(staff, row)) return refuse('poster_import.notFound')
  return row
}

function importView(
  { id, fileName, state, done, report }: ContentImport,
  outcomes: Map<number, ImportedRowOutcome>,
  mends: Map<number, ImportItemEdit>,
) {
  const rows = report.map((row, no) => ({
    no,
    ...addRowOutcome(addRowDecision(row, mends.get(no)), outcomes.get(no)),
  }))
  const counts = countRowActions(rows)
  return { importId: id, fileName, state, done, total: rows.length, counts, rows }
}

export function addRowDecision(row: ImportReportRow, mend: ImportItemEdit | undefined): DecidedImportRow {
  if (!mend) return { ...row, mended: false }
  const { item, leftOut } = mend
  const categoryId = mend.categoryId ?? row.categoryId
  const isPlaced = row.needsCategory && categoryId !== null
  const action = isPlaced ? 'CREATE' : row.action
  const problems = isPlaced ? row.problems.filter((one) => !isCategoryProblem(one)) : row.problems
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

export function addRowOutcome<Row extends Pick<DecidedImportRow, 'action' | 'posterId' | 'problems'>>(
  row: Row,
  outcome: ImportedRowOutcome | undefined,
): Row {
  if (!outcome) return row
  const { action, problems, posterId } = outcome
  const told = [...new Set([...row.problems, ...problems])]
  return { ...row, action, posterId, problems: told }
}

export function countRowActions(rows: Pick<DecidedImportRow, 'action'>[]) {
  const count = (action: string) => rows.filter((row) => row.action === action).length
  return {
    create: count('CREATE'),
    same: count('SAME'),
    refuse: count('REFUSE'),
    leftOut: count('LEFT_OUT'),
  }
}
