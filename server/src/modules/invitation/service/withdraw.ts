import { actorOfEmployer, audit } from '../../../platform/audit.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { listPlans } from '../../catalogue/service.ts'
import { notify } from '../../message/service.ts'
import { takenOffMessage } from '../messages.ts'
import { mayManageInvitation } from '../policy.ts'
import { lockInvitations, setWithdrawn } from '../store/invitations.ts'
import { lockSignsOf, requireFree } from './answer.ts'

/** Takes people off the list, all of them or none; whom an order holds, stays. A repeat changes nothing. */
export async function withdraw(deps: Deps, employer: EmployerAtWork, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)]
  const { organisationId, ip } = employer
  const withdrawn = await inTransaction(deps.db, async (tx) => {
    const rows = await lockInvitations(tx, ids)
    if (rows.length < ids.length || !rows.every((row) => mayManageInvitation(employer, row)))
      return refuse('invitation.notFound')
    const open = rows.filter(({ state }) => state !== 'WITHDRAWN')
    await requireFree(tx, { organisationId }, await lockSignsOf(tx, open))
    if (open.length === 0) return 0
    const gone = open.map(({ id }) => id)
    await setWithdrawn(tx, gone)
    const confirmed = open.filter(({ state }) => state === 'CONFIRMED')
    await audit(tx, {
      actor: actorOfEmployer(organisationId),
      ip,
      action: 'invitation.withdrawn',
      subject: confirmed[0]?.id ?? gone[0] ?? '',
      detail: { ids: gone, confirmed: confirmed.length > 0 },
    })
    const years = new Map((await listPlans(tx)).map(({ id, year }) => [id, year]))
    const at = await appNow(tx)
    await notify(tx, ...confirmed.flatMap((row) => takenOffMessage(row, years.get(row.planId), at)))
    return gone.length
  })
  return { withdrawn }
}
