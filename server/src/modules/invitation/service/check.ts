import { createHash } from 'node:crypto'
import type { employerCalls } from '@ce/contract'
import { sameName } from '@ce/contract/fold-text'
import { listFieldWords } from '@ce/contract/import-fields'
import type { z } from 'zod'
import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import {
  type Judged,
  listRows,
  type ReportRow,
  type RowFilter,
} from '../../../platform/db/import-rows.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { bufferContent } from '../../../platform/files/content.ts'
import { foundTable, hiddenRows } from '../../../platform/imports/found-table.ts'
import { reportOf, returnedFile } from '../../../platform/imports/report.ts'
import { wantedTable } from '../../../platform/imports/wanted-table.ts'
import { titlesOf } from '../../../platform/sheets/columns.ts'
import { readRows } from '../../../platform/sheets/read-rows.ts'
import { rowNumbers } from '../../../platform/sheets/row-numbers.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { findPlan } from '../../catalogue/service.ts'
import { maySeeImport } from '../policy.ts'
import { known, mostRows, readList } from '../read/columns.ts'
import { type MemberContent, memberOf } from '../read/member-row.ts'
import { findImport, type ImportRecord, insertReport } from '../store/imports.ts'
import { listNamed } from '../store/invitations.ts'

type Input = z.output<(typeof employerCalls)['invitation']['check']['request']>

/**
 * The dry run of a list: read in a process of its own, judged row by row by its form and by what this employer has named
 * before – never by who is registered. Nothing but the report is written. A repeat finds the same report. `gone`: whoever asked has hung
 * up, and what is not read yet is not read for them; a repeat begins anew.
 */
export async function checkList(
  deps: Deps,
  employer: EmployerAtWork,
  input: Input,
  gone?: AbortSignal,
) {
  const { importId: id, planId, fileName } = input
  const digest = digestOf(input)
  const there = await findImport(deps.db, id)
  if (!there) {
    if (!(await findPlan(deps.db, planId))) refuse('invitation.noPlan')
    const { organisationId } = employer
    const { found, rows, hidden, ...about } = await read(input, { owner: organisationId, gone })
    // read before: a transaction that waits for a second connection can wait for ever
    const most = await deps.settings.get('organisation.mostNamed')
    await inTransaction(deps.db, async (tx) => {
      const named = await listNamed(tx, organisationId, planId)
      const judged = rows && withinRoom(compare(rows.map(memberOf), named), named.length, most)
      const head = { id, organisationId, planId, fileName, digest, found, ...about }
      await insertReport(tx, { ...head, rows: judged && [...judged, ...hidden] })
    })
  }
  const now = (await findImport(deps.db, id)) ?? refuse('common.busy')
  if (!maySeeImport(employer, now)) refuse('invitation.importNotFound')
  if (now.digest !== digest) refuse('invitation.conflict')
  return readState(deps, employer, id)
}

function digestOf(input: Input): string {
  const { planId, fileName, content, mapping } = input
  const table = wantedTable(input)
  const said = JSON.stringify([planId, fileName, mapping, content, ...(table ? [table] : [])])
  return createHash('sha256').update(said).digest('hex')
}

async function read(
  { content, sheet, headRow, mapping: wanted }: Input,
  about: { owner: string; gone?: AbortSignal | undefined },
) {
  const bytes = Buffer.from(content, 'base64')
  // a workbook is a ZIP
  const isXlsx = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  try {
    const source = bufferContent(bytes)
    const file = { source, isXlsx, mostRows: mostRows + 20, sheetName: sheet ?? null, known }
    const workbook = await readRows(file, about)
    const table = readList(workbook.sheet, { mapping: wanted, head: headRow ?? null })
    const { columns, mapping, rows } = table
    return {
      ...{ mapping, rows, found: foundTable(workbook, table) },
      columns: rows ? titlesOf(columns) : columns,
      hidden: hiddenRows(workbook, table),
    }
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new Refusal('invitation.badFile', { problem: error.message })
    // nobody hears it
    if (about.gone?.aborted) refuse('common.busy')
    throw error
  }
}

/** New, named before, or refused. Of two rows with one number both are refused: nobody can tell which is right. */
function compare(rows: Judged<MemberContent>[], named: MemberContent[]): ReportRow[] {
  const inList = byNumber(rows.flatMap(({ no, content }) => (content ? [{ no, ...content }] : [])))
  const before = byNumber(named)
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE' }
    const alike = [...new Set(inList(content))].sort((one, other) => one.no - other.no)
    if (alike.length > 1) {
      const problem = `与第 ${rowNumbers(alike, row.no)} 行的号码相同，请只留一行`
      const field = content.idNo ? 'ID_NO' : 'CERTIFICATE_NO'
      return { ...row, action: 'REFUSE', problems: [about(field, problem)] }
    }
    const [known] = before(content)
    if (!known) return { ...row, action: 'CREATE' }
    if (sameName(known.name, content.name)) return { ...row, action: 'SAME' }
    const problem = `名单里已有这个号码，姓名为 ${known.name}；请先移出名单`
    return { ...row, action: 'REFUSE', problems: [about('NAME', problem)] }
  })
}

const about = (field: keyof typeof listFieldWords, problem: string) => ({
  field,
  column: listFieldWords[field],
  problem,
})

/** Finds those who share a number with somebody: of the ID, of the certificate, or both. */
function byNumber<One extends Pick<MemberContent, 'idNo' | 'certificateNo'>>(all: One[]) {
  const byId = Map.groupBy(all, ({ idNo }) => idNo)
  const byCertificate = Map.groupBy(all, ({ certificateNo }) => certificateNo)
  return ({ idNo, certificateNo }: Pick<MemberContent, 'idNo' | 'certificateNo'>): One[] => [
    ...((idNo !== null && byId.get(idNo)) || []),
    ...((certificateNo !== null && byCertificate.get(certificateNo)) || []),
  ]
}

/** Of the new ones as many as the year has room for, from the top; who is taken off the list makes room for the rest. */
function withinRoom(rows: ReportRow[], named: number, most: number): ReportRow[] {
  let count = named
  return rows.map((row) => {
    if (row.action !== 'CREATE') return row
    count += 1
    if (count <= most) return row
    const problem = `每个单位每年度最多 ${most} 人，到这一行已有 ${count} 人；请先移出不再代缴的人员`
    return { ...row, action: 'REFUSE', problems: [about('NAME', problem)] }
  })
}

/** One's own import. @throws Refusal invitation.importNotFound also for another's */
export async function requireImport(
  deps: Deps,
  employer: EmployerAtWork,
  importId: string,
): Promise<ImportRecord> {
  const row = await findImport(deps.db, importId)
  if (!row || !maySeeImport(employer, row)) return refuse('invitation.importNotFound')
  return row
}

/** What a dry run found, in numbers. */
export async function readState(deps: Deps, employer: EmployerAtWork, importId: string) {
  const row = await requireImport(deps, employer, importId)
  const { planId } = row
  const { title: planTitle = '' } = (await findPlan(deps.db, planId)) ?? {}
  return { ...(await reportOf(deps.db, 'organisationImport', row)), planId, planTitle }
}

/** The rows that were not written, with whole numbers: told in the log. */
export async function returnRows(deps: Deps, employer: EmployerAtWork, importId: string) {
  const row = await requireImport(deps, employer, importId)
  const file = await returnedFile(deps.db, 'organisationImport', row, employer.organisationId)
  if (!file) return refuse('invitation.nothingToReturn')
  await audit(deps.db, {
    actor: actorOfEmployer(employer.organisationId),
    ...{ action: 'invitation.returned', subject: importId, ip: employer.ip },
    detail: { fileName: row.fileName, rows: file.rows },
  })
  return file
}

/** A page of the report, row by row. */
export async function readReport(deps: Deps, employer: EmployerAtWork, filter: RowFilter) {
  await requireImport(deps, employer, filter.importId)
  return listRows(deps.db, 'organisationImport', filter)
}
