import { type Permission, permissions } from '@ce/contract'

interface Role {
  code: string
  title: string
  totpRequired: boolean
}

/** REQUIRED: a role asks for a one-time code, this portal insists (production), and there is none yet. */
export function totpState(
  hasTotp: boolean,
  roles: Pick<Role, 'totpRequired'>[],
  insists: boolean,
): 'OFF' | 'ON' | 'REQUIRED' {
  if (hasTotp) return 'ON'
  return insists && roles.some(({ totpRequired }) => totpRequired) ? 'REQUIRED' : 'OFF'
}

/** Names in the table that this version does not know give nothing. */
export function knownPermissions(names: readonly string[]): Permission[] {
  return names.filter((name): name is Permission => Object.hasOwn(permissions, name))
}

/** A role as the wire has it. */
export function toRole({ code, title }: Role) {
  return { code, title }
}
