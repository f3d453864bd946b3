import { updateSession, useSession } from '@ce/client/session.ts'
import { useNavigate } from 'react-router'
import { useStudentPaths } from './paths.ts'

/**
 * The prompt of who still has the initial password (specification §2 Dialogs, §4): no way past it but its button,
 * which records that it was handled. It comes back with the next login until the password is changed.
 */
export function usePasswordPrompt(): { open: boolean; handle: () => void } {
  const session = useSession()
  const navigate = useNavigate()
  const paths = useStudentPaths()
  return {
    open: session !== null && !session.initPassword && !session.userInfo.isInitPassword,
    handle: () => {
      updateSession({ initPassword: true })
      navigate(paths.password())
    },
  }
}

export const passwordPromptWords = {
  title: '请立即修改密码',
  text: '您正在使用初始密码。为保护您的学时和个人信息，请现在改成只有您自己知道的密码。',
  action: '去修改密码',
} as const
