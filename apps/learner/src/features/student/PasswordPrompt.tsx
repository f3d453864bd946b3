import { type Session, updateSession, useSession } from '@ce/client/session.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useAgreementGate } from '../agreement/agreement-gate.ts'

/**
 * Only its button closes the prompt. It returns at each login until the password changes
 * (docs/rules/accounts.md#initial-password).
 */
export function PasswordPrompt() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { asks, known } = useAgreementGate()
  // The password prompt waits until the agreements are accepted.
  const open = session !== null && known && !asks && isPasswordPromptDue(session, pathname)
  const goOn = () => {
    updateSession({ initPassword: true })
    navigate(paths.password())
  }
  return (
    <Dialog open={open} title="请立即修改密码" actions={<Button onClick={goOn}>去修改密码</Button>}>
      您正在使用初始密码。为保护您的学时和个人信息，请现在改成只有您自己知道的密码。
    </Dialog>
  )
}

/**
 * True if the student must be asked to change the initial password. The prompt appears only below /system, because it
 * would disturb an exam.
 */
export function isPasswordPromptDue(
  { initPassword, userInfo }: Pick<Session, 'initPassword' | 'userInfo'>,
  pathname: string,
): boolean {
  const system = paths.system()
  const within = pathname === system || pathname.startsWith(`${system}/`)
  return within && !initPassword && !userInfo.isInitPassword
}
