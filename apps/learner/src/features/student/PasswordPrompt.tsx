import { type Session, updateSession, useSession } from '@ce/client/session.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useAgreementGate } from '../agreement/gate.ts'

/**
 * For who still has the initial password (specification §2 Dialogs, §4): no way past it but its button, which records that
 * it was handled. It comes back with the next login until the password is changed.
 */
export function PasswordPrompt() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { asks, known } = useAgreementGate()
  // what must be accepted comes first
  const open = session !== null && known && !asks && isPrompted(session, pathname)
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
 * Whether the prompt shows on a page: below /system, while neither the stored flag nor the user's says that the password was
 * changed (specification §4). Elsewhere it would stand in the way of an exam.
 */
export function isPrompted(
  { initPassword, userInfo }: Pick<Session, 'initPassword' | 'userInfo'>,
  pathname: string,
): boolean {
  const system = paths.system()
  const within = pathname === system || pathname.startsWith(`${system}/`)
  return within && !initPassword && !userInfo.isInitPassword
}
