import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlanByYear } from '../../catalogue/service.ts'
import { findStudentByAccount } from '../../student/service/person.ts'
import { creditHours } from './credit.ts'

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
  const student = (await findStudentByAccount(deps.db, record.account)) ?? refuse('common.notFound')
  if (!(await findPlanByYear(deps.db, record.year))) refuse('order.noSuchPlan')
  return inTransaction(deps.db, async (tx) => {
    const added = await creditHours(tx, deps, {
      studentId: student.id,
      year: record.year,
      subject: 'PUBLIC',
      source: 'RECORD',
      sourceId: `${record.year}/${record.reference.trim()}`,
      hours: tenths,
      title: record.title.trim(),
      actor: record.actor,
    })
    if (added)
      await audit(tx, {
        actor: record.actor,
        action: 'hours.recorded',
        subject: student.id,
        detail: { year: record.year, tenths, reference: record.reference },
      })
    return added
  })
}
