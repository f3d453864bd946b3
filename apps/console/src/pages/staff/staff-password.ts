/** The rules of a new staff password in Chinese, each met or not; the server's are the same (staff.weakPassword). */
export function staffPasswordRules(password: string, username: string) {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password))
  return [
    { rule: '密码应为 8–64 位', met: password.length >= 8 && password.length <= 64 },
    { rule: '密码应包含大写字母、小写字母、数字、符号中的至少三种', met: kinds.length >= 3 },
    { rule: '密码不能包含用户名', met: !password.toLowerCase().includes(username) },
  ]
}
