import { foldPhone } from '@ce/contract/fold-text'
import { auditRows } from '../../../platform/audit.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { holdYears, trialYears } from '../../catalogue/service.ts'
import { type NewEntry, sourceName } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { findStudentByAccount } from '../../student/service/person.ts'
import { holdOpenAccounts } from '../../student/service.ts'
import { recordedMessages } from '../messages.ts'
import { creditHoursAnew } from './credit.ts'

export interface HoursRecord {
  /** phone or ID number */
  account: string
  year: number
  /** hours with one decimal */
  hours: number
  /** what stands on the proof, e.g. the course's name on the national platform */
  title: string
  /** the certificate or record behind it: the same one is never entered twice */
  reference: string
  actor: string
}

/** Enters public hours studied elsewhere (公需科目, source RECORD). False when this reference was entered before. */
export async function recordPublicHours(deps: Deps, record: HoursRecord): Promise<boolean> {
  const tenths = Math.round(record.hours * 10)
  if (!(tenths > 0 && tenths <= 3000) || Math.abs(tenths - record.hours * 10) > 1e-6)
    refuse('common.invalid', { problem: '学时：应为 0.1–300 之间、最多一位小数的数字' })
  if (!record.title.trim() || !record.reference.trim())
    refuse('common.invalid', { problem: '名称和凭证编号不能为空' })
  const student =
    (await findStudentByAccount(deps.db, foldPhone(record.account))) ?? refuse('common.notFound')
  const { year, actor } = record
  const [title, reference] = [record.title.trim(), record.reference.trim()]
  const checked = { studentId: student.id, year, tenths, title, reference }
  return inTransaction(deps.db, async (tx) => {
    // before the ledger: whoever gives the plan another year has done so, or waits
    if (!(await holdYears(tx, [year])).has(year)) refuse('order.noSuchPlan')
    const standing = await creditRecords(tx, deps, actor, [checked])
    // after the ledger, the order in which a merge takes them: one that went before us has closed the account by now
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

/** What names a record in the ledger: the same one is credited once. */
export function recordSourceId({ year, reference }: { year: number; reference: string }): string {
  return `${year}/${reference}`
}

/** The certificate behind a record, as it was entered. */
export function referenceOf(sourceId: string): string {
  return sourceName(sourceId).slice(sourceId.indexOf('/') + 1)
}

/**
 * Credits records that were checked, in the caller's transaction: all by the same few statements, for it holds the ledgers of all of them.
 * @returns those that had been entered before, for which nothing was written
 */
export async function creditRecords<Checked extends CheckedRecord>(
  tx: Tx,
  deps: Deps,
  actor: string,
  records: Checked[],
): Promise<Checked[]> {
  const what = { subject: 'PUBLIC', source: 'RECORD', actor } as const
  const entries = new Map<NewEntry, Checked>()
  for (const record of records) {
    const { studentId, year, tenths: hours, title } = record
    const sourceId = recordSourceId(record)
    entries.set({ ...what, studentId, year, hours, title, sourceId }, record)
  }
  const added = new Set(await creditHoursAnew(tx, deps, [...entries.keys()]))
  const entered = new Set([...entries].filter(([entry]) => added.has(entry)).map(([, one]) => one))
  const told = [...entered].map(({ studentId: subject, year, tenths, reference }) => ({
    subject,
    detail: { year, tenths, reference },
  }))
  await auditRows(tx, { actor, action: 'hours.recorded' }, told)
  const trials = await trialYears(
    tx,
    records.map(({ year }) => year),
  )
  const marked = [...entered].map((one) => ({ ...one, trial: trials.has(one.year) }))
  await notify(tx, ...recordedMessages(marked, await appNow(tx)))
  return records.filter((record) => !entered.has(record))
}
