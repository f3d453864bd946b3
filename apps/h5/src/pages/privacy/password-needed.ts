/** The password once more, for what a sign-in left open must not do. */
export const passwordNeeded = (password: string): string | null =>
  password === '' ? '请输入登录密码' : null
