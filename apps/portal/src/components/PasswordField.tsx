import { CurrentPassword } from '@ce/frame/CurrentPassword.tsx'

/** The password once more, for what a sign-in left open must not do. */
export function PasswordField() {
  return <CurrentPassword name="password" label="登录密码" maxLength={40} />
}
