import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { refuse } from '../../../platform/errors.ts'
import { listSigns } from '../../sign/service.ts'
import { mayManageInvitation } from '../policy.ts'
import { lockInvitations, setWithdrawn } from '../store/invitations.ts'
import { requireFree } from './answer.ts'

/** Takes people off the list, all of them or none; whom an order holds, stays. A repeat changes nothing. */
export async function withdraw(deps: Deps, employer: EmployerAtWork, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)]
  const { organisationId, ip } = employer
  const withdrawn = await inTransaction(deps.db, async (tx) => {
    const rows = await lockInvitations(tx, ids)
    if (rows.length < ids.length || !rows.every((row) => mayManageInvitation(employer, row)))
      return refuse('invitation.notFound')
    const open = rows.filter(({ state }) => state !== 'WITHDRAWN')
    for (const row of open) {
      const signs = row.studentId ? await listSigns(tx, row.studentId) : []
      const sign = signs.find(({ planId }) => planId === row.planId)
      await requireFree(tx, row, sign)
    }
    if (open.length === 0) return 0
    const gone = open.map(({ id }) => id)
    await setWithdrawn(tx, gone)
    await audit(tx, {
      actor: `organisation:${organisationId}`,
      ip,
      action: 'invitation.withdrawn',
      subject: gone[0] ?? '',
      detail: { ids: gone },
    })
    return gone.length
  })
  return { withdrawn }
}
