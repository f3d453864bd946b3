import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import {
  countRows,
  forgetCells,
  listToCreate,
  type Outcome,
  type ReportRow,
  setOutcomes,
} from '../../../platform/db/import-rows.ts'
import { recordWork } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { holdYears } from '../../catalogue/service.ts'
import { creditRecords } from '../../certification_grant/service.ts'
import { addImported, holdOpenAccounts, newInitialPassword } from '../../student/service.ts'
import { mostRows } from '../read/columns.ts'
import type { HoursContent } from '../read/hours-row.ts'
import type { StudentContent } from '../read/student-row.ts'
import { addToSheet, type ImportRecord } from '../store.ts'
import { compareHours } from './compare-hours.ts'
import { compareStudents } from './compare-students.ts'

/** rows of one transaction; each is a sign of life, and what a process that dies leaves undone */
const batch = 100
/** how often a batch is compared anew with what others have written meanwhile */
const mostTries = 3

/**
 * Writes what the dry run found, batch by batch: each is compared once more with what is there by now, and what cannot be written any more
 * becomes a row with a problem. Whoever goes on after a process that died finds the rows that are not written yet.
 */
export async function writeAll(deps: Deps, row: ImportRecord): Promise<void> {
  const all = { importId: row.id, after: 0, limit: mostRows }
  const rows = await listToCreate(deps.db, 'rosterImport', all)
  for (const some of batchesOf(row.kind, rows)) await writeBatch(deps, row, some)
  await inTransaction(deps.db, async (tx) => {
    await recordWork(tx, 'rosterImport', row, { state: 'DONE' })
    await finishWriting(tx, row, {})
  })
}

type RowToWrite = Awaited<ReturnType<typeof listToCreate<'rosterImport'>>>[number]

/** All records of one student stay in one batch: a proof that they make full has every one of them. */
function batchesOf(kind: ImportRecord['kind'], rows: RowToWrite[]): RowToWrite[][] {
  const groups = Map.groupBy(rows, (one) => (kind === 'HOURS' ? one.studentId : one.no))
  const batches: RowToWrite[][] = []
  for (const group of groups.values()) {
    const last = batches.at(-1)
    if (last && last.length + group.length <= batch) last.push(...group)
    else batches.push([...group])
  }
  return batches
}

async function writeBatch(deps: Deps, row: ImportRecord, rows: RowToWrite[]): Promise<void> {
  // hashing takes seconds: before the transaction, which would hold its locks so long
  const passwords = row.kind === 'STUDENTS' ? await newPasswords(rows.length) : []
  for (let tries = 1; ; tries += 1)
    try {
      await inTransaction(deps.db, async (tx) => {
        // first of all: whoever stopped the import, or took it over, has it
        await recordWork(tx, 'rosterImport', row, {})
        const outcomes =
          row.kind === 'STUDENTS'
            ? await writeStudents(tx, deps, row, rows, passwords)
            : await writeHours(tx, deps, row, rows)
        await setOutcomes(tx, 'rosterImport', row.id, outcomes)
        const count = outcomes.filter(({ action }) => action === 'WRITTEN').length
        const written = sql<number>`written + ${count}::int` as never
        await recordWork(tx, 'rosterImport', row, { written })
      })
      return
    } catch (error) {
      if (!(error instanceof TakenMeanwhile) || tries === mostTries) throw error
    }
}

/** hashed at once: whoever signs in meanwhile waits behind so many */
const step = 8

async function newPasswords(count: number) {
  const passwords: Awaited<ReturnType<typeof newInitialPassword>>[] = []
  while (passwords.length < count) {
    const more = Array.from({ length: Math.min(step, count - passwords.length) })
    passwords.push(...(await Promise.all(more.map(newInitialPassword))))
  }
  return passwords
}

/** Between the comparison and the writing somebody else wrote one of the rows: they are compared anew. */
class TakenMeanwhile extends Error {}

/** One line of the sheet of initial passwords. */
export interface SheetLine {
  no: number
  name: string
  phone: string
  certificateNo: string
  password: string
}

/** what a password sheet is sealed for */
export const sheetUse = (importId: string) => `roster:${importId}`

async function writeStudents(
  tx: Tx,
  deps: Deps,
  row: ImportRecord,
  rows: RowToWrite[],
  passwords: Awaited<ReturnType<typeof newPasswords>>,
): Promise<Outcome[]> {
  const secrets = new Map(rows.map(({ no }, at) => [no, passwords[at]]))
  const compared = await compareStudents(
    tx,
    rows.map((one) => ({ ...one, content: studentIn(one.content) })),
  )
  const lines: SheetLine[] = []
  const outcomes: Outcome[] = []
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
    const studentId = await addImported(tx, made).catch((error: unknown) => {
      throw error instanceof Refusal ? new TakenMeanwhile() : error
    })
    outcomes.push({ ...one, action: 'WRITTEN', studentId })
    const { name, phone, certificateNo } = person
    lines.push({ no: one.no, name, phone, certificateNo, password })
  }
  await addToSheet(tx, row.id, (sealed) => {
    const before = sealed ? linesIn(deps.keys.open(sheetUse(row.id), sealed)) : []
    return deps.keys.seal(sheetUse(row.id), JSON.stringify([...before, ...lines]))
  })
  return outcomes
}

/** Only writeStudents seals one for this use. */
export function linesIn(text: string): SheetLine[] {
  return JSON.parse(text)
}

async function writeHours(
  tx: Tx,
  deps: Deps,
  row: ImportRecord,
  rows: RowToWrite[],
): Promise<Outcome[]> {
  const compared = await compareHours(
    tx,
    rows.map((one) => ({ ...one, content: hoursIn(one.content) })),
  )
  const records = compared
    .flatMap(({ action, no, content, studentId }) =>
      action === 'CREATE' && studentId ? [{ ...hoursIn(content), studentId, no }] : [],
    )
    // in one order for all: two imports wait for each other rather than for ever
    .sort((a, b) => (a.studentId < b.studentId ? -1 : 1))
  const years = await holdYears(
    tx,
    records.map(({ year }) => year),
  )
  if (records.some(({ year }) => !years.has(year))) throw new TakenMeanwhile()
  const standing = await creditRecords(tx, deps, row.actor, records)
  // after the ledgers, the order in which a merge takes them: one that went before us has closed its account by now
  const open = await holdOpenAccounts(
    tx,
    records.map(({ studentId }) => studentId),
  )
  if (standing.length > 0 || records.some(({ studentId }) => !open.has(studentId)))
    throw new TakenMeanwhile()
  const written = new Set(records.map(({ no }) => no))
  return compared.map((one) =>
    written.has(one.no) ? { ...one, action: 'WRITTEN' } : changedSince(one),
  )
}

/** A row that could be written when it was checked, and cannot now. */
function changedSince(row: ReportRow): Outcome {
  const problems = row.problems.map((one) => ({
    ...one,
    problem: `检查之后有变动：${one.problem}`,
  }))
  return { ...row, problems }
}

/** What is over is told once, and the file's cells of rows that were written are not kept. */
export async function finishWriting(
  tx: Tx,
  row: ImportRecord,
  how: { stopped?: true },
): Promise<void> {
  await forgetCells(tx, 'rosterImport', row.id)
  const {
    WRITTEN: rows,
    CREATE: left,
    REFUSE: refused,
  } = await countRows(tx, 'rosterImport', row.id)
  const detail = { kind: row.kind, file: row.fileName, rows, notWritten: left + refused, ...how }
  const { actor } = row
  await audit(tx, { actor, action: 'roster_import.finished', subject: row.id, detail })
}

/** The column's guarantee: only what studentOf made of a row is to be written. */
function studentIn(content: unknown): StudentContent {
  return content as StudentContent
}

/** The same for hoursOf. */
function hoursIn(content: unknown): HoursContent {
  return content as HoursContent
}
