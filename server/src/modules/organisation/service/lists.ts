import type { Deps } from '../../../platform/deps.ts'
import type { OrganisationActor } from '../../../platform/employer-calls.ts'
import { pageOfOrganisations } from '../store.ts'

/** An employer as it sees itself. */
export function describeMe(employer: OrganisationActor) {
  const { organisationId: id, name, creditCode, mustChangePassword } = employer
  return { id, name, creditCode, mustChangePassword }
}

/** One page of all employers. */
export async function listOrganisations(
  deps: Deps,
  input: { keyword?: string | undefined; page: number; pageSize: number },
) {
  const { rows, total } = await pageOfOrganisations(deps.db, input)
  const list = rows.map(({ disabledAt, ...row }) => ({ ...row, disabled: disabledAt !== null }))
  return { list, total, page: input.page, pageSize: input.pageSize }
}
