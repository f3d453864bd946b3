import {
  type AuditEntry,
  audit,
  countAudited,
  employerActorName,
  studentActorName,
} from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { isUniqueViolation } from '../../../../platform/error-code.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPlan, listPlanCourses, listPlans } from '../../../catalogue/service.ts'
import { isSignPaid, lockSignsOfPlans, type Sign } from '../../../learning/sign/service.ts'
import { notify } from '../../../message/service.ts'
import { requireCompleteCourseChoice } from '../../../money/order/course-choice.ts'
import { findActiveOrders } from '../../../money/order/service.ts'
import { findStudent, holdOpenAccounts } from '../../../student/service.ts'
import { removedFromListMessage } from '../messages.ts'
import { mayAnswerInvitation, mayManageInvitation } from '../policy.ts'
import {
  type Invitation,
  lockInvitations,
  setInvitationConfirmed,
  setInvitationDeclined,
  setInvitationsWithdrawn,
} from '../store/invitations.ts'

/**
 * Stores the agreement of the student; from then on the employer sees the student. A repeated confirmation changes
 * nothing. Until an order exists, a confirmation with other courses replaces the chosen courses. The number of
 * confirmations per day is limited.
 */
export async function confirmInvitation(deps: Deps, student: StudentActor, input: { id: string; courseIds: string[] }) {
  const { studentId } = student
  const courseIds = [...new Set(input.courseIds)].sort()
  const most = await deps.settings.get('invitation.confirmationsPerDay')
  await inTransaction(deps.db, async (tx) => {
    const { row, signs } = await lockOwnInvitation(tx, studentId, input.id)
    if (row.state === 'CONFIRMED' && String(row.courseIds) === String(courseIds)) return
    if (row.organisationDisabledAt) refuse('invitation.withdrawn')
    const plan = (await findPlan(tx, row.planId)) ?? refuse('invitation.noPlan')
    if (plan.state === 'UPCOMING') refuse('order.planNotYetOpen')
    if (plan.state === 'CLOSED') refuse('order.planClosed')
    await requireNotInEmployerOrder(tx, row, signs)
    if (signs.some(isSignPaid)) refuse('order.alreadyPaid')
    requireCompleteCourseChoice(await listPlanCourses(tx, row.planId), courseIds, plan.requiredProfessional)
    // The limit exists because many changes of an agreement would fill the audit log.
    const before = { actor: studentActorName(studentId), action: 'invitation.confirmed' } as const
    if ((await countAudited(tx, before)) >= most) refuse('invitation.confirmationsSpent', { most })
    await setInvitationConfirmed(tx, row.id, { studentId, courseIds })
    await tell(tx, studentId, row, 'invitation.confirmed')
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) refuse('invitation.otherEmployer')
    throw error
  })
  return null
}

export async function declineInvitation(deps: Deps, { studentId }: StudentActor, input: { id: string }) {
  await inTransaction(deps.db, async (tx) => {
    const { row, signs } = await lockOwnInvitation(tx, studentId, input.id)
    if (row.state === 'DECLINED') return
    await requireNotInEmployerOrder(tx, row, signs)
    await setInvitationDeclined(tx, row.id, studentId)
    await tell(tx, studentId, row, 'invitation.declined')
  })
  return null
}

/** Locks invitation and sign. @throws Refusal invitation.notFound, invitation.withdrawn. */
async function lockOwnInvitation(tx: Tx, studentId: string, id: string): Promise<{ row: Invitation; signs: Sign[] }> {
  const [row] = await lockInvitations(tx, [id])
  // Signs are locked before the account, as everywhere (decision 049).
  const signs = row ? await lockSignsOfInvitations(tx, [{ studentId, planId: row.planId }]) : []
  // Erasing an account does not lock unanswered invitations, so this call waits until a running erasure has ended.
  if (!(await holdOpenAccounts(tx, [studentId])).has(studentId)) refuse('common.unauthorized')
  const person = (await findStudent(tx, studentId)) ?? refuse('common.unauthorized')
  if (!row || !mayAnswerInvitation(person, row)) return refuse('invitation.notFound')
  if (row.state === 'WITHDRAWN') refuse('invitation.withdrawn')
  return { row, signs }
}

/**
 * Locks the signs of these answers. A late payment checks the agreement under the same locks, so an answer changes
 * either before or after the check. A student without a sign has nothing to lock.
 */
export async function lockSignsOfInvitations(
  tx: Tx,
  answers: Pick<Invitation, 'studentId' | 'planId'>[],
): Promise<Sign[]> {
  const of = answers.flatMap(({ studentId, planId }) => (studentId ? [{ studentId, planId }] : []))
  return of.length > 0 ? lockSignsOfPlans(tx, of) : []
}

/** @throws Refusal invitation.ordered while an order of the employer contains a sign. */
export async function requireNotInEmployerOrder(
  tx: Tx,
  { organisationId }: Pick<Invitation, 'organisationId'>,
  signs: Sign[],
): Promise<void> {
  if (signs.length === 0) return
  const live = await findActiveOrders(
    tx,
    signs.map(({ id }) => id),
  )
  if ([...live.values()].some((order) => order.organisationId === organisationId)) refuse('invitation.ordered')
}

function tell(
  tx: Tx,
  studentId: string,
  { id, organisationId, planId }: Invitation,
  action: AuditEntry['action'],
): Promise<void> {
  const detail = { organisationId, planId }
  return audit(tx, { actor: studentActorName(studentId), action, subject: id, detail })
}

/**
 * Withdraws all given invitations, or none if an order contains one of the people. A repeated call changes nothing.
 */
export async function withdrawInvitations(deps: Deps, employer: EmployerCaller, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)]
  const { organisationId, ip } = employer
  const withdrawn = await inTransaction(deps.db, async (tx) => {
    const rows = await lockInvitations(tx, ids)
    if (rows.length < ids.length || !rows.every((row) => mayManageInvitation(employer, row)))
      return refuse('invitation.notFound')
    const open = rows.filter(({ state }) => state !== 'WITHDRAWN')
    await requireNotInEmployerOrder(tx, { organisationId }, await lockSignsOfInvitations(tx, open))
    if (open.length === 0) return 0
    const gone = open.map(({ id }) => id)
    await setInvitationsWithdrawn(tx, gone)
    const confirmed = open.filter(({ state }) => state === 'CONFIRMED')
    await audit(tx, {
      actor: employerActorName(organisationId),
      ip,
      action: 'invitation.withdrawn',
      subject: confirmed[0]?.id ?? gone[0] ?? '',
      detail: { ids: gone, confirmed: confirmed.length > 0 },
    })
    const years = new Map((await listPlans(tx)).map(({ id, year }) => [id, year]))
    const at = await appNow(tx)
    await notify(tx, ...confirmed.flatMap((row) => removedFromListMessage(row, years.get(row.planId), at)))
    return gone.length
  })
  return { withdrawn }
}
