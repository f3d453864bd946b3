import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Plan } from '../catalogue/service.ts'
import type { Order } from '../order/service.ts'
import { isPaid, type Sign } from '../sign/service.ts'
import type { Invitation } from './store/invitations.ts'

type Mine = z.input<(typeof clientCalls)['invitation']['mine']['response']>['list'][number]

interface Around {
  /** the student's own of that year */
  sign: Sign | undefined
  /** the order that holds it: the student's, or an employer's */
  live: Order | undefined
  /** another employer has been agreed to for the year */
  other: boolean
}

/**
 * What keeps an employer from paying for a student now, as the student is told it; explained in the contract. An order would be
 * refused for each of them, and an agreement alone does not end for any: what passes away leaves it as it was (docs/employers.md).
 */
export function obstacleTo(
  row: Pick<Invitation, 'organisationId' | 'organisationDisabledAt'>,
  plan: Pick<Plan, 'state'>,
  { sign, live, other }: Around,
): Mine['obstacle'] {
  if (live?.organisationId === row.organisationId) return null
  if (live?.organisationId) return 'OTHER'
  if (sign && isPaid(sign)) return 'PAID'
  if (live && live.status !== 'PENDING') return 'REFUNDING'
  if (other) return 'OTHER'
  // one whose time is over is closed by whoever orders next
  if (live && !live.overdue) return 'ORDERED'
  if (plan.state === 'CLOSED') return 'CLOSED'
  return row.organisationDisabledAt ? 'DISABLED' : null
}
