import { foldPhone } from '@ce/contract/fold-text'
import { auditRows } from '../../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { holdYears, listTrialYears } from '../../../catalogue/service.ts'
import { notify } from '../../../message/service.ts'
import { findStudentByAccount } from '../../../student/service/person.ts'
import { holdOpenAccounts } from '../../../student/service.ts'
import type { NewLedgerEntry } from '../../hours/service.ts'
import { sourceNameOf } from '../../hours/source-names.ts'
import { recordsEnteredMessages } from '../messages.ts'
import { creditHoursAgain } from './credit.ts'

export interface HoursRecord {
  /** The student's phone or ID number. */
  account: string
  year: number
  hours: number
  /** The proof prints this text, for example the course title on the national platform. */
  title: string
  /** Number of the certificate or record, which can be entered only once. */
  reference: string
  actor: string
}

/** Records public hours studied elsewhere (公需科目, source RECORD). @returns false if the reference exists already */
export async function recordPublicHours(deps: Deps, record: HoursRecord): Promise<boolean> {
  const tenths = Math.round(record.hours * 10)
  if (!(tenths > 0 && tenths <= 3000) || Math.abs(tenths - record.hours * 10) > 1e-6)
    refuse('common.invalid', { problem: '学时：应为 0.1–300 之间、最多一位小数的数字' })
  if (!record.title.trim() || !record.reference.trim()) refuse('common.invalid', { problem: '名称和凭证编号不能为空' })
  const student = (await findStudentByAccount(deps.db, foldPhone(record.account))) ?? refuse('common.notFound')
  const { year, actor } = record
  const [title, reference] = [record.title.trim(), record.reference.trim()]
  const checked = { studentId: student.id, year, tenths, title, reference }
  return inTransaction(deps.db, async (tx) => {
    // Lock the plan before the ledger.
    if (!(await holdYears(tx, [year])).has(year)) refuse('order.noSuchPlan')
    const standing = await creditRecords(tx, deps, actor, [checked])
    // Lock the account after the ledger, in the same order as a merge.
    if (!(await holdOpenAccounts(tx, [student.id])).has(student.id)) refuse('common.notFound')
    return standing.length === 0
  })
}

export interface CheckedRecord {
  studentId: string
  year: number
  tenths: number
  title: string
  reference: string
}

export function sourceIdOfRecord({ year, reference }: { year: number; reference: string }): string {
  return `${year}/${reference}`
}

export function referenceOfSourceId(sourceId: string): string {
  return sourceNameOf(sourceId).slice(sourceId.indexOf('/') + 1)
}

/** Runs in the caller's transaction, which locks many ledgers. @returns records that existed already */
export async function creditRecords<Checked extends CheckedRecord>(
  tx: Tx,
  deps: Deps,
  actor: string,
  records: Checked[],
): Promise<Checked[]> {
  const what = { subject: 'PUBLIC', source: 'RECORD', actor } as const
  const entries = new Map<NewLedgerEntry, Checked>()
  for (const record of records) {
    const { studentId, year, tenths: hours, title } = record
    const sourceId = sourceIdOfRecord(record)
    entries.set({ ...what, studentId, year, hours, title, sourceId }, record)
  }
  const added = new Set(await creditHoursAgain(tx, deps, [...entries.keys()]))
  const entered = new Set([...entries].filter(([entry]) => added.has(entry)).map(([, one]) => one))
  const told = [...entered].map(({ studentId: subject, year, tenths, reference }) => ({
    subject,
    detail: { year, tenths, reference },
  }))
  await auditRows(tx, { actor, action: 'hours.recorded' }, told)
  const trials = await listTrialYears(
    tx,
    records.map(({ year }) => year),
  )
  const marked = [...entered].map((one) => ({ ...one, trial: trials.has(one.year) }))
  await notify(tx, ...recordsEnteredMessages(marked, await appNow(tx)))
  return records.filter((record) => !entered.has(record))
}
