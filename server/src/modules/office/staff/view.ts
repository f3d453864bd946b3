import { type Permission, permissions } from '@ce/contract'

interface Role {
  code: string
  title: string
  totpRequired: boolean
}

/** REQUIRED: in production a role requires a one-time code and none is set up. */
export function totpStateOf(
  hasTotp: boolean,
  roles: Pick<Role, 'totpRequired'>[],
  insists: boolean,
): 'OFF' | 'ON' | 'REQUIRED' {
  if (hasTotp) return 'ON'
  return insists && roles.some(({ totpRequired }) => totpRequired) ? 'REQUIRED' : 'OFF'
}

export function filterKnownPermissions(names: readonly string[]): Permission[] {
  return names.filter((name): name is Permission => Object.hasOwn(permissions, name))
}

export function toRoleView({ code, title }: Role) {
  return { code, title }
}
