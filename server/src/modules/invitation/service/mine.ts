import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlan, listPlanCourses, type Plan } from '../../catalogue/service.ts'
import { findLiveOrder, type Order } from '../../order/service.ts'
import { isPaid, listSigns, type Sign } from '../../sign/service.ts'
import { findStudent } from '../../student/service.ts'
import { obstacleTo } from '../obstacle.ts'
import { mayAnswer } from '../policy.ts'
import { proposedOf } from '../proposal.ts'
import { type Invitation, type InvitationState, listAbout } from '../store/invitations.ts'
import { isGivenBack } from '../store/members.ts'

/** Employers that want to pay for this student, and what was answered. */
export async function myInvitations(deps: Deps, { studentId }: StudentActor) {
  const person = (await findStudent(deps.db, studentId)) ?? refuse('common.unauthorized')
  const rows = (await listAbout(deps.db, person)).filter((row) => mayAnswer(person, row))
  if (rows.length === 0) return { list: [] }
  const signs = await listSigns(deps.db, studentId)
  const list = []
  for (const row of rows) {
    const plan = await findPlan(deps.db, row.planId)
    if (!plan) continue
    const sign = signs.find(({ planId }) => planId === row.planId)
    const other = rows.some(
      ({ id, planId, state }) => id !== row.id && planId === row.planId && state === 'CONFIRMED',
    )
    list.push(await view(deps, row, plan, { sign, other }))
  }
  return { list }
}

/** @param around other: another employer has been agreed to for the year */
async function view(
  deps: Deps,
  row: Invitation,
  plan: Plan,
  around: { sign: Sign | undefined; other: boolean },
) {
  const { sign, other } = around
  const live = sign && (await findLiveOrder(deps.db, sign.id))
  const theirs = live?.organisationId === row.organisationId ? live : undefined
  const back = sign && !live ? await isGivenBack(deps.db, row.organisationId, sign.id) : false
  const offered = row.courseIds ? [] : await listPlanCourses(deps.db, plan.id)
  const open = plan.state === 'OPEN' && !row.organisationDisabledAt
  const free = open && !live?.organisationId && !other && !(sign && isPaid(sign))
  return {
    id: row.id,
    organisationName: row.organisationName,
    year: plan.year,
    planTitle: plan.title,
    planState: plan.state,
    signStartAt: plan.signStartAt,
    price: plan.priceFen,
    state: asState(row.state),
    payment: paymentOf(row, theirs, sign, back),
    obstacle: obstacleTo(row, plan, { ...around, live }),
    signId: sign?.id ?? null,
    createdAt: row.createdAt,
    answeredAt: row.answeredAt,
    courseIds: row.courseIds ?? proposedOf(offered, plan.requiredProfessional),
    requiredHours: plan.requiredProfessional / 10,
    mayConfirm: free && row.state !== 'WITHDRAWN',
    mayDecline: !theirs && (row.state === 'INVITED' || row.state === 'CONFIRMED'),
  }
}

/** @param back what this employer paid is back with it, and nothing came after */
function paymentOf(
  { state }: Invitation,
  theirs: Order | undefined,
  sign: Sign | undefined,
  back: boolean,
) {
  if (theirs?.status === 'PENDING') return 'PENDING' as const
  if (theirs && sign && isPaid(sign)) return 'PAID' as const
  return (theirs || back) && state === 'CONFIRMED' ? ('REFUNDED' as const) : ('NONE' as const)
}

/** The column's check. */
function asState(state: string): InvitationState {
  return state as InvitationState
}
