import { nameComparisonKey } from '@ce/contract/fold-text'
import { type MemberState, memberStateLabels, unverifiedMemberNote } from '@ce/contract/member-states'
import { audit, countAudited, employerActorName } from '../../../../platform/audit.ts'
import { appNow, type Db, inTransaction } from '../../../../platform/db/database.ts'
import { type PageRequest, pageOfList } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { refuse } from '../../../../platform/errors.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { writeWorkbook, xlsxMime } from '../../../../platform/sheets/write.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { findPlan, type Plan } from '../../../catalogue/service.ts'
import { loadYearLedgers } from '../../../credits/hours/service.ts'
import { refundObstacle } from '../../../money/order/refund-rules.ts'
import { listNewestRefundRequests, listRefundFacts } from '../../../money/order/service.ts'
import { memberStateOf } from '../member-state.ts'
import { isUnverifiedInvitation } from '../policy.ts'
import { type Invitation, listInvitationsOfEmployer, lockEmployerForLimits } from '../store/invitations.ts'
import { listMemberSignFacts, type MemberSignFacts } from '../store/members.ts'

const columns = [
  ['姓名', 16],
  ['号码尾号', 12],
  ['年度', 10],
  ['状态', 22],
  ['核对', 26],
  ['订单号', 28],
] as const

export interface InvitationMember {
  invitation: Invitation
  facts: MemberSignFacts | undefined
  state: MemberState
}

export async function loadEmployerMembers(
  deps: Deps,
  { organisationId }: Pick<EmployerCaller, 'organisationId'>,
  planId: string,
): Promise<InvitationMember[]> {
  const plan = await findPlan(deps.db, planId)
  if (!plan) return []
  const named = await listInvitationsOfEmployer(deps.db, organisationId, planId)
  const agreed = named.flatMap(({ id, state }) => (state === 'CONFIRMED' ? [id] : []))
  const facts = new Map((await listMemberSignFacts(deps.db, agreed)).map((row) => [row.invitationId, row]))
  const earned = await earnedBy(deps, plan, named)
  return named.map((invitation) => {
    const own = facts.get(invitation.id)
    const progress = {
      required: requiredHoursOf(plan),
      earned: earned(invitation.studentId),
      studyOpen: plan.studyOpen,
    }
    return { invitation, facts: own, state: memberStateOf(invitation.state, own, progress) }
  })
}

async function earnedBy(deps: Deps, { year }: Plan, named: Invitation[]) {
  const owners = named.flatMap(({ studentId }) => (studentId ? [{ studentId, year }] : []))
  const ledgers = owners.length > 0 ? await loadYearLedgers(deps.db, owners) : []
  const earned = new Map(ledgers.map((ledger) => [ledger.studentId, ledger.earned]))
  return (studentId: string | null) => (studentId && earned.get(studentId)) || { professional: 0, public: 0 }
}

interface Filter extends PageRequest {
  planId: string
  state?: MemberState | undefined
  keyword?: string | undefined
}

export async function listMembersOfYear(deps: Deps, employer: EmployerCaller, filter: Filter) {
  const { planId, state, keyword } = filter
  const all = await loadEmployerMembers(deps, employer, planId)
  const counts: Record<string, number> = {}
  for (const member of all) counts[member.state] = (counts[member.state] ?? 0) + 1
  const found = all.filter(
    (member) =>
      (!state || member.state === state) &&
      (!keyword || nameComparisonKey(member.invitation.name).includes(nameComparisonKey(keyword))),
  )
  const { list: shown, ...page } = pageOfList(found, filter)
  const refund = await refundsOf(deps, shown)
  return {
    list: shown.map((member) => ({ ...view(member), ...refund(member) })),
    ...page,
    counts,
  }
}

function view({ invitation, facts, state }: InvitationMember) {
  const { id, name, idNo, certificateNo, createdAt } = invitation
  const numberEnd = (idNo ?? certificateNo ?? '').slice(-4)
  const byCertificateOnly = isUnverifiedMember({ invitation })
  const orderNo = facts?.orderStatus ? facts.orderNo : null
  return { id, name, numberEnd, state, byCertificateOnly, invitedAt: createdAt, orderNo }
}

/** The person has agreed, but the certificate number is not verified. */
export function isUnverifiedMember({ invitation }: Pick<InvitationMember, 'invitation'>): boolean {
  return invitation.state === 'CONFIRMED' && isUnverifiedInvitation(invitation)
}

async function refundsOf(deps: Deps, members: InvitationMember[]) {
  const orderNos = [...new Set(members.flatMap(({ facts }) => facts?.orderNo ?? []))]
  const refundDays = await deps.settings.get('order.refundDays')
  const rows = await listRefundFacts(deps.db, orderNos)
  const requests = orderNos.length > 0 ? await listNewestRefundRequests(deps.db, orderNos) : []
  return ({ facts }: InvitationMember) => {
    const same = (line: { orderNo: string; signId: string }) =>
      line.orderNo === facts?.orderNo && line.signId === facts.signId
    const known = rows.find(same)
    const request = requests.find(same)
    return {
      refundRequest: request?.state ?? null,
      mayWithdrawRefund: request?.state === 'OPEN' && request.askedBy === null,
      // The employer gets only yes or no, because a reason would reveal the person's studies.
      mayRefund: known !== undefined && refundObstacle(known, refundDays) === null,
    }
  }
}

/** The export is audited. @throws Refusal invitation.noPlan, exportsSpent. */
export async function exportEmployerMembers(deps: Deps, employer: EmployerCaller, planId: string) {
  const plan = (await findPlan(deps.db, planId)) ?? refuse('invitation.noPlan')
  const { organisationId, ip } = employer
  const done = { actor: employerActorName(organisationId), action: 'invitation.exported' } as const
  const most = await deps.settings.get('invitation.exportsPerDay')
  const requireUnspent = async (db: Db) => {
    if ((await countAudited(db, done)) >= most) refuse('invitation.exportsSpent', { most })
  }
  // The limit is checked again under the lock, because exports may be simultaneous.
  await requireUnspent(deps.db)
  const rows = (await loadEmployerMembers(deps, employer, planId)).map((member) => {
    const { invitation, facts, state } = member
    return [
      invitation.name,
      (invitation.idNo ?? invitation.certificateNo ?? '').slice(-4),
      plan.year,
      memberStateLabels[state],
      isUnverifiedMember(member) ? unverifiedMemberNote : null,
      facts?.orderStatus ? facts.orderNo : null,
    ]
  })
  await inTransaction(deps.db, async (tx) => {
    await lockEmployerForLimits(tx, organisationId)
    await requireUnspent(tx)
    const detail = { year: plan.year, rows: rows.length }
    await audit(tx, { ...done, ip, subject: planId, detail })
  })
  const content = (await writeWorkbook(columns, rows)).toString('base64')
  const name = `${plan.year}年度人员名单-${shanghaiDay(await appNow(deps.db))}.xlsx`
  return { name, mime: xlsxMime, content, exported: rows.length }
}
