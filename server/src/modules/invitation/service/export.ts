import { byCertificateOnlyNote, memberStateNames } from '@ce/contract/member-states'
import { actorOfEmployer, audit, countAudited } from '../../../platform/audit.ts'
import { appNow, type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { writeSheet, xlsxMime } from '../../../platform/sheets/write.ts'
import { findPlan } from '../../catalogue/service.ts'
import { lockEmployer } from '../store/invitations.ts'
import { isUnchecked, membersOf } from './members.ts'

const columns = [
  ['姓名', 16],
  ['号码尾号', 12],
  ['年度', 10],
  ['状态', 22],
  ['核对', 26],
  ['订单号', 28],
] as const

/**
 * The list of a year with what became of everybody, as a file; that it left the house is written down.
 * @throws Refusal invitation.noPlan, exportsSpent
 */
export async function exportMembers(deps: Deps, employer: EmployerAtWork, planId: string) {
  const plan = (await findPlan(deps.db, planId)) ?? refuse('invitation.noPlan')
  const { organisationId, ip } = employer
  const done = { actor: actorOfEmployer(organisationId), action: 'invitation.exported' } as const
  const most = await deps.settings.get('invitation.exportsPerDay')
  const requireUnspent = async (db: Db) => {
    if ((await countAudited(db, done)) >= most) refuse('invitation.exportsSpent', { most })
  }
  // before the work, and again under the lock: of those asked for at once
  await requireUnspent(deps.db)
  const rows = (await membersOf(deps, employer, planId)).map((member) => {
    const { invitation, facts, state } = member
    return [
      invitation.name,
      (invitation.idNo ?? invitation.certificateNo ?? '').slice(-4),
      plan.year,
      memberStateNames[state],
      isUnchecked(member) ? byCertificateOnlyNote : null,
      facts?.orderStatus ? facts.orderNo : null,
    ]
  })
  await inTransaction(deps.db, async (tx) => {
    await lockEmployer(tx, organisationId)
    await requireUnspent(tx)
    const detail = { year: plan.year, rows: rows.length }
    await audit(tx, { ...done, ip, subject: planId, detail })
  })
  const content = (await writeSheet(columns, rows)).toString('base64')
  const name = `${plan.year}年度人员名单-${shanghaiDay(await appNow(deps.db))}.xlsx`
  return { name, mime: xlsxMime, content, exported: rows.length }
}
