import { type Session, updateSession, useSession } from '@ce/client/session.ts'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useAgreementGate } from '../agreement/use-agreement-gate.ts'

/**
 * The prompt of who still has the initial password (specification §2 Dialogs, §4): no way past it but its button,
 * which records that it was handled. It comes back with the next login until the password is changed.
 */
export function usePasswordPrompt(): { open: boolean; handle: () => void } {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { asks, known } = useAgreementGate()
  return {
    // what must be accepted comes first
    open: session !== null && known && !asks && isPrompted(session, pathname),
    handle: () => {
      updateSession({ initPassword: true })
      navigate(paths.password())
    },
  }
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

export const passwordPromptWords = {
  title: '请立即修改密码',
  text: '您正在使用初始密码。为保护您的学时和个人信息，请现在改成只有您自己知道的密码。',
  action: '去修改密码',
} as const
