import { nameKey } from '@ce/contract/fold-text'
import type { MemberState } from '@ce/contract/member-states'
import { type Paging, pageWithin } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { findPlan, type Plan, requiredOf } from '../../catalogue/service.ts'
import { yearLedgers } from '../../hours/service.ts'
import { listLatestRequests, listRefundFacts, refundObstacle } from '../../order/service.ts'
import { memberStateOf } from '../member-state.ts'
import { namedByCertificateOnly } from '../policy.ts'
import { type Invitation, listNamed } from '../store/invitations.ts'
import { listSignFacts, type SignFacts } from '../store/members.ts'

export interface Member {
  invitation: Invitation
  facts: SignFacts | undefined
  state: MemberState
}

/** Everybody an employer names in a year with all it may learn of them: `organisation.mostNamed` at most, worked out at once. */
export async function membersOf(
  deps: Deps,
  { organisationId }: Pick<EmployerAtWork, 'organisationId'>,
  planId: string,
): Promise<Member[]> {
  const plan = await findPlan(deps.db, planId)
  if (!plan) return []
  const named = await listNamed(deps.db, organisationId, planId)
  const agreed = named.flatMap(({ id, state }) => (state === 'CONFIRMED' ? [id] : []))
  const facts = new Map(
    (await listSignFacts(deps.db, agreed)).map((row) => [row.invitationId, row]),
  )
  const earned = await earnedBy(deps, plan, named)
  return named.map((invitation) => {
    const own = facts.get(invitation.id)
    const progress = {
      required: requiredOf(plan),
      earned: earned(invitation.studentId),
      studyOpen: plan.studyOpen,
    }
    return { invitation, facts: own, state: memberStateOf(invitation.state, own, progress) }
  })
}

async function earnedBy(deps: Deps, { year }: Plan, named: Invitation[]) {
  const owners = named.flatMap(({ studentId }) => (studentId ? [{ studentId, year }] : []))
  const ledgers = owners.length > 0 ? await yearLedgers(deps.db, owners) : []
  const earned = new Map(ledgers.map((ledger) => [ledger.studentId, ledger.earned]))
  return (studentId: string | null) =>
    (studentId && earned.get(studentId)) || { professional: 0, public: 0 }
}

interface Filter extends Paging {
  planId: string
  state?: MemberState | undefined
  keyword?: string | undefined
}

/** A page of the list of a year, with how many there are of each state. */
export async function listMembers(deps: Deps, employer: EmployerAtWork, filter: Filter) {
  const { planId, state, keyword } = filter
  const all = await membersOf(deps, employer, planId)
  const counts: Record<string, number> = {}
  for (const member of all) counts[member.state] = (counts[member.state] ?? 0) + 1
  const found = all.filter(
    (member) =>
      (!state || member.state === state) &&
      (!keyword || nameKey(member.invitation.name).includes(nameKey(keyword))),
  )
  const { list: shown, ...page } = pageWithin(found, filter)
  const refund = await refundsOf(deps, shown)
  return {
    list: shown.map((member) => ({ ...view(member), ...refund(member) })),
    ...page,
    counts,
  }
}

function view({ invitation, facts, state }: Member) {
  const { id, name, idNo, certificateNo, createdAt } = invitation
  const numberEnd = (idNo ?? certificateNo ?? '').slice(-4)
  const byCertificateOnly = isUnchecked({ invitation })
  const orderNo = facts?.orderStatus ? facts.orderNo : null
  return { id, name, numberEnd, state, byCertificateOnly, invitedAt: createdAt, orderNo }
}

/** Somebody has agreed, and nobody has checked that it is the one the employer means. */
export function isUnchecked({ invitation }: Pick<Member, 'invitation'>): boolean {
  return invitation.state === 'CONFIRMED' && namedByCertificateOnly(invitation)
}

/** What was asked for, and whether a refund can be. */
async function refundsOf(deps: Deps, members: Member[]) {
  const orderNos = [...new Set(members.flatMap(({ facts }) => facts?.orderNo ?? []))]
  const refundDays = await deps.settings.get('order.refundDays')
  const rows = await listRefundFacts(deps.db, orderNos)
  const requests = orderNos.length > 0 ? await listLatestRequests(deps.db, orderNos) : []
  return ({ facts }: Member) => {
    const same = (line: { orderNo: string; signId: string }) =>
      line.orderNo === facts?.orderNo && line.signId === facts.signId
    const known = rows.find(same)
    const request = requests.find(same)
    return {
      refundRequest: request?.state ?? null,
      mayWithdrawRefund: request?.state === 'OPEN' && request.askedBy === null,
      // one word for all that would tell of somebody's studies
      mayRefund: known !== undefined && refundObstacle(known, refundDays) === null,
    }
  }
}
