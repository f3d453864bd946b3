import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPlan, listPlanCourses, type Plan } from '../../../catalogue/service.ts'
import { isSignPaid, listSigns, type Sign } from '../../../learning/sign/service.ts'
import { findActiveOrder, type Order } from '../../../money/order/service.ts'
import { findStudent } from '../../../student/service.ts'
import { employerPaymentObstacle } from '../member-state.ts'
import { mayAnswerInvitation } from '../policy.ts'
import { type Invitation, type InvitationState, listInvitationsOfStudent } from '../store/invitations.ts'
import { isEmployerPaymentRefunded } from '../store/members.ts'

export async function listOwnInvitations(deps: Deps, { studentId }: StudentActor) {
  const person = (await findStudent(deps.db, studentId)) ?? refuse('common.unauthorized')
  const rows = (await listInvitationsOfStudent(deps.db, person)).filter((row) => mayAnswerInvitation(person, row))
  if (rows.length === 0) return { list: [] }
  const signs = await listSigns(deps.db, studentId)
  const list = []
  for (const row of rows) {
    const plan = await findPlan(deps.db, row.planId)
    if (!plan) continue
    const sign = signs.find(({ planId }) => planId === row.planId)
    const other = rows.some(({ id, planId, state }) => id !== row.id && planId === row.planId && state === 'CONFIRMED')
    list.push(await view(deps, row, plan, { sign, other }))
  }
  return { list }
}

/** @param around `other` is true if the student agreed with another employer */
async function view(deps: Deps, row: Invitation, plan: Plan, around: { sign: Sign | undefined; other: boolean }) {
  const { sign, other } = around
  const live = sign && (await findActiveOrder(deps.db, sign.id))
  const theirs = live?.organisationId === row.organisationId ? live : undefined
  const back = sign && !live ? await isEmployerPaymentRefunded(deps.db, row.organisationId, sign.id) : false
  const offered = row.courseIds ? [] : await listPlanCourses(deps.db, plan.id)
  const open = plan.state === 'OPEN' && !row.organisationDisabledAt
  const free = open && !live?.organisationId && !other && !(sign && isSignPaid(sign))
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
    obstacle: employerPaymentObstacle(row, plan, { ...around, live }),
    signId: sign?.id ?? null,
    createdAt: row.createdAt,
    answeredAt: row.answeredAt,
    courseIds: row.courseIds ?? proposedOf(offered, plan.requiredProfessional),
    requiredHours: plan.requiredProfessional / 10,
    mayConfirm: free && row.state !== 'WITHDRAWN',
    mayDecline: !theirs && (row.state === 'INVITED' || row.state === 'CONFIRMED'),
  }
}

/** @param back true if the payment of this employer was refunded and no later order exists */
function paymentOf({ state }: Invitation, theirs: Order | undefined, sign: Sign | undefined, back: boolean) {
  if (theirs?.status === 'PENDING') return 'PENDING' as const
  if (theirs && sign && isSignPaid(sign)) return 'PAID' as const
  return (theirs || back) && state === 'CONFIRMED' ? ('REFUNDED' as const) : ('NONE' as const)
}

/** A check constraint of the column guarantees the type. */
function asState(state: string): InvitationState {
  return state as InvitationState
}

interface Offered {
  courseId: string
  required: boolean
  hours: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
}

/**
 * Proposes required courses, and professional electives in plan order up to the required hours
 * (docs/rules/year-and-sign-up.md#choice).
 */
function proposedOf(offered: Offered[], requiredProfessional: number): string[] {
  const chosen = offered.filter(({ required }) => required)
  const hoursOf = (courses: Offered[]) =>
    courses.filter(({ subject }) => subject === 'PROFESSIONAL').reduce((sum, { hours }) => sum + hours, 0)
  for (const course of offered) {
    if (hoursOf(chosen) >= requiredProfessional) break
    if (!course.required && course.subject === 'PROFESSIONAL') chosen.push(course)
  }
  return chosen.map(({ courseId }) => courseId)
}
