import { type AuditEntry, actorOfStudent, audit, countAudited } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isTaken } from '../../../platform/error-code.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlan, listPlanCourses } from '../../catalogue/service.ts'
import { chosenOf, findLiveOrders } from '../../order/service.ts'
import { isPaid, lockSignsFor, type Sign } from '../../sign/service.ts'
import { findStudent, holdOpenAccounts } from '../../student/service.ts'
import { mayAnswer } from '../policy.ts'
import {
  type Invitation,
  lockInvitations,
  setConfirmed,
  setDeclined,
} from '../store/invitations.ts'

/**
 * A student agrees that an employer pays, and chooses their courses (product §2). From then on the employer knows of
 * them. The same again changes nothing; other courses take the place of the first choice while nothing is ordered.
 * What is agreed to is counted, and with it what is taken back.
 */
export async function confirmInvitation(
  deps: Deps,
  student: StudentActor,
  input: { id: string; courseIds: string[] },
) {
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
    await requireFree(tx, row, signs)
    if (signs.some(isPaid)) refuse('order.alreadyPaid')
    chosenOf(await listPlanCourses(tx, row.planId), courseIds, plan.requiredProfessional)
    // agreed to and taken back all day, it would bury what else stands in the log
    const before = { actor: actorOfStudent(studentId), action: 'invitation.confirmed' } as const
    if ((await countAudited(tx, before)) >= most) refuse('invitation.confirmationsSpent', { most })
    await setConfirmed(tx, row.id, { studentId, courseIds })
    await tell(tx, studentId, row, 'invitation.confirmed')
  }).catch((error: unknown) => {
    if (isTaken(error)) refuse('invitation.otherEmployer')
    throw error
  })
  return null
}

/** A student does not want it, or no more; nobody is told but by the state. What is ordered stands until the order is over. */
export async function declineInvitation(
  deps: Deps,
  { studentId }: StudentActor,
  input: { id: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const { row, signs } = await lockOwnInvitation(tx, studentId, input.id)
    if (row.state === 'DECLINED') return
    await requireFree(tx, row, signs)
    await setDeclined(tx, row.id, studentId)
    await tell(tx, studentId, row, 'invitation.declined')
  })
  return null
}

/** The student's own, and their sign of its year if there is one, under their locks. @throws Refusal invitation.notFound also for another's, invitation.withdrawn */
async function lockOwnInvitation(
  tx: Tx,
  studentId: string,
  id: string,
): Promise<{ row: Invitation; signs: Sign[] }> {
  const [row] = await lockInvitations(tx, [id])
  // before the account, as everywhere (decision 049)
  const signs = row ? await lockSignsOf(tx, [{ studentId, planId: row.planId }]) : []
  // an erasure has no lock on what nobody answered: it is waited for here, or waits
  if (!(await holdOpenAccounts(tx, [studentId])).has(studentId)) refuse('common.unauthorized')
  const person = (await findStudent(tx, studentId)) ?? refuse('common.unauthorized')
  if (!row || !mayAnswer(person, row)) return refuse('invitation.notFound')
  if (row.state === 'WITHDRAWN') refuse('invitation.withdrawn')
  return { row, signs }
}

/**
 * The signs behind answers, under their locks: late money that asks whether everybody still agrees comes before an answer
 * changes or after it, never between. Who never signed up has none.
 */
export async function lockSignsOf(
  tx: Tx,
  answers: Pick<Invitation, 'studentId' | 'planId'>[],
): Promise<Sign[]> {
  const of = answers.flatMap(({ studentId, planId }) => (studentId ? [{ studentId, planId }] : []))
  return of.length > 0 ? lockSignsFor(tx, of) : []
}

/** @throws Refusal invitation.ordered while this employer's order holds one of these signs */
export async function requireFree(
  tx: Tx,
  { organisationId }: Pick<Invitation, 'organisationId'>,
  signs: Sign[],
): Promise<void> {
  if (signs.length === 0) return
  const live = await findLiveOrders(
    tx,
    signs.map(({ id }) => id),
  )
  if ([...live.values()].some((order) => order.organisationId === organisationId))
    refuse('invitation.ordered')
}

function tell(
  tx: Tx,
  studentId: string,
  { id, organisationId, planId }: Invitation,
  action: AuditEntry['action'],
): Promise<void> {
  const detail = { organisationId, planId }
  return audit(tx, { actor: actorOfStudent(studentId), action, subject: id, detail })
}
