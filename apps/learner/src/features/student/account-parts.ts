/** What 我的 holds under addresses of its own, and what each is called. */
export const accountTitles = { info: '我的信息', password: '修改密码' } as const
export type AccountPart = keyof typeof accountTitles

/** Which part an address names: `activeName` 1 or 2 (specification §2); undefined: 我的 itself. */
export function readAccountPart(params: URLSearchParams): AccountPart | undefined {
  const name = params.get('activeName')
  return name === '1' ? 'info' : name === '2' ? 'password' : undefined
}
