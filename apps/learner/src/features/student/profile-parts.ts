import type { ShellName } from '../../shells/shell.ts'

/** The keys are values of `activeName` in the address (docs/rules/screens.md#routes). */
export const profilePartTitles = { info: '我的信息', password: '修改密码' } as const
export type ProfilePart = keyof typeof profilePartTitles

export function readProfilePart(params: URLSearchParams, shell: ShellName): ProfilePart | undefined {
  const name = params.get('activeName')
  if (name === '2') return 'password'
  return name === '1' || shell === 'desktop' ? 'info' : undefined
}
