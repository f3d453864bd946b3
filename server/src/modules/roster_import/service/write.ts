import { audit } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { listToCreate, recordWork } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { holdYears } from '../../catalogue/service.ts'
import { creditRecords } from '../../certification_grant/service.ts'
import { addImported, holdOpenAccounts, newInitialPassword } from '../../student/service.ts'
import { mostRows } from '../read/columns.ts'
import type { HoursContent } from '../read/hours-row.ts'
import type { StudentContent } from '../read/student-row.ts'
import { type ImportRecord, setMade } from '../store.ts'

/** Writes what the dry run found in one transaction: all of it, or nothing. @throws Changed and whatever breaks */
export async function writeAll(deps: Deps, row: ImportRecord): Promise<void> {
  const all = { importId: row.id, after: 0, limit: mostRows }
  const rows = await listToCreate(deps.db, 'rosterImport', all)
  if (row.kind === 'STUDENTS') await writeStudents(deps, row, rows)
  else await inTransaction(deps.db, (tx) => writeHours(tx, deps, row, rows))
}

type RowToWrite = Awaited<ReturnType<typeof listToCreate<'rosterImport'>>>[number]

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

/** how many are hashed between two signs of life */
const step = 40

async function writeStudents(deps: Deps, row: ImportRecord, rows: RowToWrite[]): Promise<void> {
  // hashing takes minutes for thousands: before the transaction, which would hold its locks so long
  const passwords: Awaited<ReturnType<typeof newInitialPassword>>[] = []
  while (passwords.length < rows.length) {
    const count = Math.min(step, rows.length - passwords.length)
    passwords.push(...(await Promise.all(Array.from({ length: count }, newInitialPassword))))
    await recordWork(deps.db, 'rosterImport', row, { written: passwords.length })
  }
  await inTransaction(deps.db, async (tx) => {
    const lines: SheetLine[] = []
    for (const [at, { no, content }] of rows.entries()) {
      const secret = passwords[at]
      if (!secret) throw new Error('a row has no password')
      const person = studentIn(content)
      const { passwordHash, password } = secret
      const made = {
        ...person,
        passwordHash,
        initialPasswordChanged: false,
        rosterImportId: row.id,
      }
      const id = await addImported(tx, made).catch((error: unknown) => {
        throw error instanceof Refusal ? new Changed(no) : error
      })
      await setMade(tx, row.id, no, id)
      const { name, phone, certificateNo } = person
      lines.push({ no, name, phone, certificateNo, password })
    }
    const sheet = deps.keys.seal(sheetUse(row.id), JSON.stringify(lines))
    await finish(tx, row, rows.length, { sheet })
  })
}

async function writeHours(
  tx: Tx,
  deps: Deps,
  row: ImportRecord,
  rows: RowToWrite[],
): Promise<void> {
  // in one order for all: two imports wait for each other rather than for ever
  const ordered = [...rows].sort((a, b) => (String(a.studentId) < String(b.studentId) ? -1 : 1))
  const records = ordered.map(({ no, content, studentId }) => {
    if (!studentId) throw new Error('a record is nobody’s')
    return { ...hoursIn(content), studentId, no }
  })
  const years = await holdYears(
    tx,
    records.map(({ year }) => year),
  )
  const lost = records.find(({ year }) => !years.has(year))
  if (lost) throw new Changed(lost.no, `的 ${lost.year} 年度已没有培训计划`)
  const [standing] = await creditRecords(tx, deps, row.actor, records)
  if (standing) throw new Changed(standing.no)
  // after the ledgers, the order in which a merge takes them: one that went before us has closed its account by now
  const open = await holdOpenAccounts(
    tx,
    records.map(({ studentId }) => studentId),
  )
  const closed = records.find(({ studentId }) => !open.has(studentId))
  if (closed) throw new Changed(closed.no, '的学员账号已合并或注销')
  await finish(tx, row, rows.length, {})
}

/** Between the dry run and now somebody else wrote what a row brings, or closed the account it is for. */
class Changed extends UnreadableFile {
  constructor(no: number, change = '已被录入') {
    super(`检查之后有变动：第 ${no} 行${change}。没有写入任何一行，请重新检查`)
  }
}

async function finish(
  tx: Tx,
  row: ImportRecord,
  rows: number,
  change: { sheet?: Buffer },
): Promise<void> {
  await recordWork(tx, 'rosterImport', row, { ...change, state: 'DONE', written: rows })
  const detail = { kind: row.kind, file: row.fileName, rows }
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
