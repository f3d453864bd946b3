import { actorOfEmployer } from '../../../platform/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { enterRefundRequest, listLatestRequests, takeBackRefund } from '../../order/service.ts'
import { mayManageInvitation } from '../policy.ts'
import { findInvitation } from '../store/invitations.ts'
import { listSignFacts } from '../store/members.ts'

/** what would tell of somebody's studies is one answer to an employer */
const tellTale = new Set<string>(['order.refundHoursCredited', 'order.refundExamRunning'])

/** The employer asks for the money of one person's line; staff decide. A repeat finds the same request. */
export async function requestRefund(
  deps: Deps,
  employer: EmployerAtWork,
  input: { id: string; invitationId: string; reason: string },
) {
  const { organisationId, ip } = employer
  const { orderNo, signId } = await lineOf(deps, employer, input.invitationId)
  if (!orderNo || !signId) return refuse('order.refundNotPossible')
  const { id, reason } = input
  const actor = actorOfEmployer(organisationId)
  await enterRefundRequest(deps, { id, orderNo, signId, reason, askedBy: null, actor, ip }).catch(
    (error) => {
      if (error instanceof Refusal && tellTale.has(error.key)) refuse('invitation.notRefundable')
      throw error
    },
  )
  return null
}

/** Takes the newest request of a person's line back while nobody has decided; a repeat changes nothing. What staff opened, staff end. */
export async function withdrawRefund(
  deps: Deps,
  employer: EmployerAtWork,
  input: { invitationId: string },
) {
  const { organisationId, ip } = employer
  const line = await lineOf(deps, employer, input.invitationId)
  const requests = line.orderNo ? await listLatestRequests(deps.db, [line.orderNo]) : []
  const asked = requests.find(({ signId }) => signId === line.signId)
  if (!asked || asked.askedBy) return refuse('order.refundRequestNotFound')
  await takeBackRefund(deps, asked, { actor: actorOfEmployer(organisationId), ip })
  return null
}

/** The line of an order that stands for one whom the employer names. @throws Refusal invitation.notFound */
async function lineOf(deps: Deps, employer: EmployerAtWork, invitationId: string) {
  const row = await findInvitation(deps.db, invitationId)
  if (!row || !mayManageInvitation(employer, row)) return refuse('invitation.notFound')
  const [facts] = await listSignFacts(deps.db, [row.id])
  return { orderNo: facts?.orderNo, signId: facts?.signId }
}
