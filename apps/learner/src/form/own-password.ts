/** Field props that ask a signed-in student for the current password again. */
export const ownPasswordField = {
  name: 'password',
  label: '登录密码',
  required: true,
  autoComplete: 'current-password',
} as const

export const ownPasswordProblem = (typed: string) => (typed === '' ? '请输入登录密码' : null)
