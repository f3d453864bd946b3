import { leavingWords, useLeaving } from '@ce/frame/student/use-leaving.ts'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

/** Asks before signing out; on confirm the session is cleared and the home page opens (specification §2 Dialogs). */
export function useLogoutDialog(): () => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const { leave, leaveUnlessLost } = useLeaving(async () => navigate(paths.home()))
  const askAgain = (lost: string) => {
    modal.confirm({
      title: leavingWords.lostTitle,
      content: leavingWords.lostText(lost),
      okText: leavingWords.giveUp,
      okButtonProps: { danger: true },
      cancelText: leavingWords.wait,
      autoFocusButton: 'cancel',
      onOk: () => {
        void leave()
      },
    })
  }
  return () => {
    modal.confirm({
      title: leavingWords.title,
      content: leavingWords.text,
      okText: leavingWords.leave,
      cancelText: leavingWords.stay,
      onOk: () => {
        void leaveUnlessLost().then((lost) => lost && askAgain(lost))
      },
    })
  }
}
