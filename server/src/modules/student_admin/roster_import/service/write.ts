import { sql } from 'kysely'
import { staffStillMay } from '../../../../platform/auth/session-kinds.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import {
  listRowsToCreate,
  type ReportRow,
  type ReportRowOutcome,
  type StoredReportRow,
  setRowOutcomes,
} from '../../../../platform/db/import-rows.ts'
import { updateClaimedImport } from '../../../../platform/db/staged-import.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { holdYears } from '../../../catalogue/service.ts'
import { creditRecords } from '../../../credits/certification_grant/service/record.ts'
import { generateInitialPassword } from '../../../student/service/account.ts'
import { insertImportedStudent } from '../../../student/service/register.ts'
import { holdOpenAccounts } from '../../../student/service.ts'
import { maxRosterRows } from '../read/columns.ts'
import type { HoursRecordContent } from '../read/hours-row.ts'
import type { ImportedStudentContent } from '../read/student-row.ts'
import { appendToPasswordSheet, type RosterImport } from '../store.ts'
import { compareStudentRows } from './compare.ts'
import { compareHoursRows } from './compare-hours.ts'

/** Number of rows per batch. Each batch also renews the claim of the process on the import. */
const batch = 100
const mostTries = 3

/** Compares each batch again; rows that became invalid get a problem. After a crash another process continues. */
export async function writeRows(deps: Deps, row: RosterImport, stopping?: AbortSignal): Promise<void> {
  const all = { importId: row.id, after: 0, limit: maxRosterRows }
  const rows = await listRowsToCreate(deps.db, 'rosterImport', all)
  for (const some of batchesOf(row.kind, rows)) {
    stopping?.throwIfAborted()
    await writeBatch(deps, row, some)
  }
}

type RowToWrite = StoredReportRow

/** Keeps a student in one batch, so a new proof contains all records. */
function batchesOf(kind: RosterImport['kind'], rows: RowToWrite[]): RowToWrite[][] {
  const groups = Map.groupBy(rows, (one) => (kind === 'HOURS' ? one.studentId : one.no))
  const batches: RowToWrite[][] = []
  for (const group of groups.values()) {
    const last = batches.at(-1)
    if (last && last.length + group.length <= batch) last.push(...group)
    else batches.push([...group])
  }
  return batches
}

async function writeBatch(deps: Deps, row: RosterImport, rows: RowToWrite[]): Promise<void> {
  // Hashing is slow, so it runs before the transaction and its locks.
  const passwords = row.kind === 'STUDENTS' ? await newPasswords(rows.length) : []
  for (let tries = 1; ; tries += 1)
    try {
      await inTransaction(deps.db, async (tx) => {
        // Locks the import first, because it may be stopped or taken over.
        await updateClaimedImport(tx, 'rosterImport', row, {})
        if (!(await staffStillMay(tx, row.staffId, 'student.import'))) refuse('staff.forbidden')
        const outcomes =
          row.kind === 'STUDENTS'
            ? await writeStudents(tx, deps, row, rows, passwords)
            : await writeHours(tx, deps, row, rows)
        await setRowOutcomes(tx, 'rosterImport', row.id, outcomes)
        const count = outcomes.filter(({ action }) => action === 'WRITTEN').length
        const written = sql<number>`written + ${count}::int` as never
        await updateClaimedImport(tx, 'rosterImport', row, { written })
      })
      return
    } catch (error) {
      if (!(error instanceof TakenMeanwhile) || tries === mostTries) throw error
    }
}

/** Number of hashes computed at the same time; sign-ins must wait for them. */
const step = 8

async function newPasswords(count: number) {
  const passwords: Awaited<ReturnType<typeof generateInitialPassword>>[] = []
  while (passwords.length < count) {
    const more = Array.from({ length: Math.min(step, count - passwords.length) })
    passwords.push(...(await Promise.all(more.map(generateInitialPassword))))
  }
  return passwords
}

/** Thrown when another transaction has written a row, so the batch is compared again. */
class TakenMeanwhile extends Error {}

export interface InitialPasswordLine {
  no: number
  name: string
  phone: string
  certificateNo: string
  password: string
}

/** The purpose binds the sealed sheet to its import, so that no other import can open it. */
export const passwordSheetPurpose = (importId: string) => `roster:${importId}`

async function writeStudents(
  tx: Tx,
  deps: Deps,
  row: RosterImport,
  rows: RowToWrite[],
  passwords: Awaited<ReturnType<typeof newPasswords>>,
): Promise<ReportRowOutcome[]> {
  const secrets = new Map(rows.map(({ no }, at) => [no, passwords[at]]))
  const compared = await compareStudentRows(
    tx,
    rows.map((one) => ({ ...one, content: studentIn(one.content) })),
  )
  const lines: InitialPasswordLine[] = []
  const outcomes: ReportRowOutcome[] = []
  for (const one of compared) {
    const secret = secrets.get(one.no)
    if (one.action !== 'CREATE' || !secret) {
      outcomes.push(changedSince(one))
      continue
    }
    const person = studentIn(one.content)
    const { passwordHash, password } = secret
    const made = {
      ...person,
      passwordHash,
      initialPasswordChanged: false,
      rosterImportId: row.id,
    }
    const studentId = await insertImportedStudent(tx, made).catch((error: unknown) => {
      throw error instanceof Refusal ? new TakenMeanwhile() : error
    })
    outcomes.push({ ...one, action: 'WRITTEN', studentId })
    const { name, phone, certificateNo } = person
    lines.push({ no: one.no, name, phone, certificateNo, password })
  }
  await appendToPasswordSheet(tx, row.id, (sealed) => {
    const before = sealed ? parsePasswordSheet(deps.keys.open(passwordSheetPurpose(row.id), sealed)) : []
    return deps.keys.seal(passwordSheetPurpose(row.id), JSON.stringify([...before, ...lines]))
  })
  return outcomes
}

/** Only writeStudents seals such a text, so the cast is safe. */
export function parsePasswordSheet(text: string): InitialPasswordLine[] {
  return JSON.parse(text)
}

async function writeHours(tx: Tx, deps: Deps, row: RosterImport, rows: RowToWrite[]): Promise<ReportRowOutcome[]> {
  const compared = await compareHoursRows(
    tx,
    rows.map((one) => ({ ...one, content: hoursIn(one.content) })),
  )
  const records = compared
    .flatMap(({ action, no, content, studentId }) =>
      action === 'CREATE' && studentId ? [{ ...hoursIn(content), studentId, no }] : [],
    )
    // Every import locks in this order, so that two imports do not deadlock.
    .sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
  const years = await holdYears(
    tx,
    records.map(({ year }) => year),
  )
  if (records.some(({ year }) => !years.has(year))) throw new TakenMeanwhile()
  const standing = await creditRecords(tx, deps, row.actor, records)
  // Accounts are locked after the ledgers, as in a merge. Accounts closed meanwhile are missing in `open`.
  const open = await holdOpenAccounts(
    tx,
    records.map(({ studentId }) => studentId),
  )
  if (standing.length > 0 || records.some(({ studentId }) => !open.has(studentId))) throw new TakenMeanwhile()
  const written = new Set(records.map(({ no }) => no))
  return compared.map((one) => (written.has(one.no) ? { ...one, action: 'WRITTEN' } : changedSince(one)))
}

/** The row was valid when it was checked, but is not any more. */
function changedSince(row: ReportRow): ReportRowOutcome {
  const problems = row.problems.map((one) => ({
    ...one,
    problem: `检查之后有变动：${one.problem}`,
  }))
  return { ...row, problems }
}

/** Only checkStudentRow creates this content, so the cast is safe. */
function studentIn(content: unknown): ImportedStudentContent {
  return content as ImportedStudentContent
}

/** Only checkHoursRow creates this content, so the cast is safe. */
function hoursIn(content: unknown): HoursRecordContent {
  return content as HoursRecordContent
}
