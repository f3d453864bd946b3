import type { ShellName } from '../../shells/shell.ts'

/** The parts of 我的信息, by what the address calls `activeName` (specification §2). */
export const partTitles = { info: '我的信息', password: '修改密码' } as const
export type ProfilePart = keyof typeof partTitles

/** Which part an address shows; undefined: 我的, a phone's own page, which leads to them. */
export function readProfilePart(
  params: URLSearchParams,
  shell: ShellName,
): ProfilePart | undefined {
  const name = params.get('activeName')
  if (name === '2') return 'password'
  return name === '1' || shell === 'desktop' ? 'info' : undefined
}
