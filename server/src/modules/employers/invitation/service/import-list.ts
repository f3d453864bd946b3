import { createHash } from 'node:crypto'
import type { employerCalls } from '@ce/contract'
import { isSameName } from '@ce/contract/fold-text'
import { invitationFieldLabels } from '@ce/contract/import-fields'
import type { z } from 'zod'
import { audit, countAudited, employerActorName } from '../../../../platform/audit.ts'
import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import { type CheckedImportRow, listRowsToCreate, type ReportRow } from '../../../../platform/db/import-rows.ts'
import { findImport } from '../../../../platform/db/staged-import.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { Refusal, refuse } from '../../../../platform/errors.ts'
import { contentOfBuffer } from '../../../../platform/files/content.ts'
import { describeCellProblem } from '../../../../platform/imports/row-reading.ts'
import { createStagedImportCalls } from '../../../../platform/imports/staged-import.ts'
import { readImportTable, toTableLocation } from '../../../../platform/imports/table.ts'
import { formatRowNumbers } from '../../../../platform/sheets/titles.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { findPlan } from '../../../catalogue/service.ts'
import { maySeeListImport } from '../policy.ts'
import { checkMemberRow, type ListedMember, memberListTable } from '../read/member-row.ts'
import { type EmployerListImport, insertEmployerListReport } from '../store/imports.ts'
import {
  countNamedPeople,
  insertInvitations,
  listInvitationsOfEmployer,
  lockEmployerForLimits,
} from '../store/invitations.ts'

/** The lists of people that employers send. */
export const employerListImports = createStagedImportCalls({
  table: 'organisationImport',
  refusals: {
    notFound: 'invitation.importNotFound',
    notChecked: 'invitation.notChecked',
    nothingToReturn: 'invitation.nothingToReturn',
  },
  mayUse: ({ employer }: { employer: EmployerCaller }, row: EmployerListImport) => maySeeListImport(employer, row),
  ownerOf: ({ employer }) => employer.organisationId,
  view: async ({ deps }, { planId }) => {
    const { title: planTitle = '' } = (await findPlan(deps.db, planId)) ?? {}
    return { planId, planTitle }
  },
  // Audited, because returned rows contain full numbers of people.
  onReturned: ({ deps, employer }, { id: subject, fileName }, rows) => {
    const { organisationId, ip } = employer
    const done = { action: 'invitation.returned', subject, ip } as const
    const detail = { fileName, rows }
    return audit(deps.db, { actor: employerActorName(organisationId), ...done, detail })
  },
})

type Input = z.output<(typeof employerCalls)['invitation']['check']['request']>

/**
 * Reads the list in a worker process and checks format and earlier names only, never accounts. A repeated call returns
 * the same report. `gone` stops the work when the caller disconnects.
 */
export async function checkInvitationList(deps: Deps, employer: EmployerCaller, input: Input, gone?: AbortSignal) {
  const { importId: id, planId, fileName } = input
  const digest = digestOf(input)
  const find = (db: Db) => findImport<EmployerListImport>(db, 'organisationImport', id)
  if (!(await find(deps.db))) {
    if (!(await findPlan(deps.db, planId))) refuse('invitation.noPlan')
    const { organisationId } = employer
    const { rows, hidden, ...about } = await read(input, { owner: organisationId, gone })
    /**
     * The setting is read before the transaction: inside it, the read would need a second connection and could wait
     * forever.
     */
    const most = await deps.settings.get('organisation.mostNamed')
    await inTransaction(deps.db, async (tx) => {
      const named = await listInvitationsOfEmployer(tx, organisationId, planId)
      const judged = rows && withinRoom(compare(rows.map(checkMemberRow), named), named.length, most)
      const head = { id, organisationId, planId, fileName, digest }
      await insertEmployerListReport(tx, head, about, judged && [...judged, ...hidden])
    })
  }
  const now = (await find(deps.db)) ?? refuse('common.busy')
  if (!maySeeListImport(employer, now)) refuse('invitation.importNotFound')
  if (now.digest !== digest) refuse('invitation.conflict')
  return employerListImports.readState({ deps, employer, input })
}

function digestOf(input: Input): string {
  const { planId, fileName, content, mapping } = input
  const table = toTableLocation(input)
  const said = JSON.stringify([planId, fileName, mapping, content, ...(table ? [table] : [])])
  return createHash('sha256').update(said).digest('hex')
}

async function read(
  { content, sheet, headRow, mapping }: Input,
  about: { owner: string; gone?: AbortSignal | undefined },
) {
  const bytes = Buffer.from(content, 'base64')
  // An Excel workbook is a ZIP file.
  const isXlsx = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  try {
    const file = { source: contentOfBuffer(bytes), isXlsx, sheet, headRow, mapping }
    return await readImportTable(file, memberListTable, about)
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refusal('invitation.badFile', { problem: error.message })
    // The caller has disconnected, so the result is not needed.
    if (about.gone?.aborted) refuse('common.busy')
    throw error
  }
}

/** Two rows with one number are both refused, because either may be wrong. */
function compare(rows: CheckedImportRow<ListedMember>[], named: ListedMember[]): ReportRow[] {
  const inList = byNumber(rows.flatMap(({ no, content }) => (content ? [{ no, ...content }] : [])))
  const before = byNumber(named)
  return rows.map((row) => {
    const { content } = row
    if (!content) return { ...row, action: 'REFUSE' }
    const alike = [...new Set(inList(content))].sort((one, other) => one.no - other.no)
    if (alike.length > 1) {
      const problem = `与第 ${formatRowNumbers(alike, row.no)} 行的号码相同，请只留一行`
      const field = content.idNo ? 'ID_NO' : 'CERTIFICATE_NO'
      return { ...row, action: 'REFUSE', problems: [about(field, problem)] }
    }
    const [known] = before(content)
    if (!known) return { ...row, action: 'CREATE' }
    if (isSameName(known.name, content.name)) return { ...row, action: 'SAME' }
    const problem = `名单里已有这个号码，姓名为 ${known.name}；请先移出名单`
    return { ...row, action: 'REFUSE', problems: [about('NAME', problem)] }
  })
}

const about = describeCellProblem(invitationFieldLabels)

/** Groups rows that share an id or certificate number. */
function byNumber<One extends Pick<ListedMember, 'idNo' | 'certificateNo'>>(all: One[]) {
  const byId = Map.groupBy(all, ({ idNo }) => idNo)
  const byCertificate = Map.groupBy(all, ({ certificateNo }) => certificateNo)
  return ({ idNo, certificateNo }: Pick<ListedMember, 'idNo' | 'certificateNo'>): One[] => [
    ...((idNo !== null && byId.get(idNo)) || []),
    ...((certificateNo !== null && byCertificate.get(certificateNo)) || []),
  ]
}

/** Accepts new people from the top of the list, up to the yearly limit. */
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

/**
 * All rows are written in one transaction; a repeat adds nothing. @throws Refusal invitation.importNotFound,
 * notChecked, planClosed, listsSpent, tooMany.
 */
export async function writeInvitationList(deps: Deps, employer: EmployerCaller, importId: string) {
  const { organisationId, ip } = employer
  /**
   * The setting is read before the transaction: inside it, the read would need a second connection and could wait
   * forever.
   */
  const most = await deps.settings.get('organisation.mostNamed')
  const mostLists = await deps.settings.get('invitation.listsPerDay')
  const done = { actor: employerActorName(organisationId), action: 'invitation.listed' } as const
  const call = { deps, employer, input: { importId } }
  return employerListImports.writeAtOnce(call, async (tx, { planId, fileName }) => {
    if ((await findPlan(tx, planId))?.state === 'CLOSED') refuse('invitation.planClosed')
    // One lock protects both counts: the lists of the day and the people of the year.
    await lockEmployerForLimits(tx, organisationId)
    if ((await countAudited(tx, done)) >= mostLists) refuse('invitation.listsSpent', { most: mostLists })
    const all = { importId, after: 0, limit: memberListTable.mostRows }
    const rows = await listRowsToCreate(tx, 'organisationImport', all)
    const people = rows.map(({ content }) => personIn(content))
    const made = await insertInvitations(tx, { organisationId, planId }, people)
    const count = made > 0 ? await countNamedPeople(tx, organisationId, planId) : 0
    if (count > most) refuse('invitation.tooMany', { most, count })
    const detail = { planId, fileName, rows: made }
    await audit(tx, { ...done, ip, subject: importId, detail })
    return rows.length
  })
}

/** Only checkMemberRow creates this content, so the cast is safe. */
function personIn(content: unknown): ListedMember {
  return content as ListedMember
}
