import { audit, auditStaff } from '../../../../platform/audit.ts'
import { mapInBatches } from '../../../../platform/batches.ts'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { countReportRows, type ReportRow } from '../../../../platform/db/import-rows.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ImportCall } from '../../../../platform/imports/staged-import.ts'
import { readImportTable } from '../../../../platform/imports/table.ts'
import {
  createUploadedImportCalls,
  type ImportReadingResult,
  type StaffCaller,
} from '../../../../platform/imports/uploaded-import.ts'
import { isUploadedBy, readUploadedFile } from '../../../file/service/uploaded.ts'
import { countImportedWithoutSignIn } from '../../../student/service.ts'
import { mayDownloadInitialPasswords, mayRenewInitialPasswords } from '../policy.ts'
import { type RosterKind, type RosterRow, rosterTableKind } from '../read/columns.ts'
import { checkHoursRow } from '../read/hours-row.ts'
import { checkStudentRow } from '../read/student-row.ts'
import { forgetPasswordSheets, forgetSamplesOfFile, type RosterImport } from '../store.ts'
import { compareStudentRows } from './compare.ts'
import { compareHoursRows } from './compare-hours.ts'
import { writeRows } from './write.ts'

/** Imports students or public hours from a table. Rows are written in the background, batch by batch. */
export const rosterImports = createUploadedImportCalls({
  table: 'rosterImport',
  asked: ['kind'],
  refusals: {
    notFound: 'roster_import.notFound',
    noFile: 'roster_import.noFile',
    conflict: 'roster_import.conflict',
    notChecked: 'roster_import.notChecked',
    nothingToDo: 'roster_import.nothingToDo',
    nothingToReturn: 'roster_import.nothingToReturn',
  },
  texts: {
    stalled: '多次处理都没有完成；请检查文件后重新上传，已写入的行不会重复',
    broken: '处理时出错，请联系管理员；重新上传时，已写入的行不会重复',
  },
  hasFile: (db: Db, fileId, staffId) => isUploadedBy(db, fileId, 'ROSTER', staffId),
  read,
  conclude: forgetSamplesOfFile,
  write: writeRows,
  onWritten: auditWritten,
  forgetOwn: forgetPasswordSheets,
  view: async ({ deps, staff }: StaffCaller & { deps: Deps }, row: RosterImport) => ({
    ...{ kind: row.kind, actorName: row.actorName, createdAt: row.createdAt },
    sheet: mayDownloadInitialPasswords(staff, row) ? sheetOf(row) : ('NONE' as const),
    neverUsed: (await countImportedWithoutSignIn(deps.db, [row.id])).get(row.id) ?? 0,
    mayRenew: mayRenewInitialPasswords(staff, row),
  }),
  // Audited, because the returned rows contain unmasked numbers of people.
  onReturned: ({ deps, staff }, { id, fileName: file }, rows) =>
    auditStaff(deps.db, staff, 'roster_import.returned', id, { file, rows }),
})

/** Lists imports page by page, each with the number of its people who never signed in. */
export async function listRosterImports(call: ImportCall<StaffCaller, PageRequest>) {
  const { list, ...page } = await rosterImports.list(call)
  const ids = list.map(({ id }) => id)
  const neverUsed = await countImportedWithoutSignIn(call.deps.db, ids)
  return { list: list.map((row) => ({ ...row, neverUsed: neverUsed.get(row.id) ?? 0 })), ...page }
}

const batch = 2000

async function* read(deps: Deps, row: RosterImport): AsyncGenerator<ImportReadingResult> {
  const { content: source, mime } = await readUploadedFile(deps, row.fileId, 'ROSTER', row.staffId)
  const wanted = { mapping: row.wantedMapping, ...row.wantedTable }
  const file = { source, isXlsx: mime !== 'text/plain', ...wanted }
  const reading = { owner: row.staffId }
  const { rows, hidden, ...about } = await readImportTable(file, rosterTableKind(row.kind), reading)
  yield { about }
  if (!rows) return
  const found = [...(await judgedRows(deps.db, row.kind, rows)), ...hidden]
  for (let at = 0; at < found.length; at += batch) yield { rows: found.slice(at, at + batch) }
}

/** Checks each row, then compares it with the database. */
async function judgedRows(db: Db, kind: RosterKind, rows: RosterRow[]): Promise<ReportRow[]> {
  return kind === 'STUDENTS'
    ? compareStudentRows(db, await mapInBatches(rows, checkStudentRow))
    : compareHoursRows(db, await mapInBatches(rows, checkHoursRow))
}

function sheetOf({ state, sheet, sheetTakenAt }: RosterImport) {
  if (state !== 'DONE') return 'NONE' as const
  if (sheetTakenAt) return 'TAKEN' as const
  return sheet ? ('READY' as const) : ('NONE' as const)
}

/** Audits the import once, when it has ended. */
async function auditWritten(tx: Tx, row: RosterImport, how: { stopped?: true }): Promise<void> {
  const { WRITTEN: rows, CREATE: left, REFUSE: refused } = await countReportRows(tx, 'rosterImport', row.id)
  const detail = { kind: row.kind, file: row.fileName, rows, notWritten: left + refused, ...how }
  const { actor } = row
  await audit(tx, { actor, action: 'roster_import.finished', subject: row.id, detail })
}
