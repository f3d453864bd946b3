import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { OrganisationActor } from '../../../platform/employer-calls.ts'
import { listOrganisations } from '../store.ts'

/** An employer as it sees itself. */
export function describeMe(employer: OrganisationActor) {
  const { organisationId: id, name, creditCode, mustChangePassword } = employer
  return { id, name, creditCode, mustChangePassword }
}

/** One page of all employers. */
export async function deskOrganisations(
  { db }: Deps,
  query: Paging & { keyword?: string | undefined },
) {
  const { list, ...page } = await listOrganisations(db, query)
  const shown = list.map(({ disabledAt, ...row }) => ({ ...row, disabled: disabledAt !== null }))
  return { list: shown, ...page }
}
