import { whileBusy } from '@ce/client/busy.ts'
import { logout } from '@ce/client/logout.ts'
import { forgetPerson } from '@ce/client/query.ts'
import { readSession } from '@ce/client/session.ts'
import { sendUnsent, type Unsent } from '@ce/client/unsent.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

/** Asks before signing out; on confirm the session is cleared and the home page opens (specification §2 Dialogs). */
export function useLogoutDialog(): () => void {
  const { modal } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await whileBusy(logout())
    await navigate(paths.home())
    forgetPerson(client)
  }
  /** What the server could not be told would be lost: on a device of many people nothing may stay. */
  const leaveUnlessLost = async () => {
    const student = readSession()?.userInfo.id
    const unsent = student ? await whileBusy(sendUnsent(student)) : nothing
    if (unsent.seconds + unsent.answers === 0) return leave()
    modal.confirm({
      title: '还有记录没有上传，现在退出会丢失',
      content: `${wordsOf(unsent)}还没有传到服务器。请等网络恢复后再退出；仍要退出，这些记录将从本机删除，无法找回。`,
      okText: '放弃记录并退出',
      okButtonProps: { danger: true },
      cancelText: '暂不退出，等待上传',
      autoFocusButton: 'cancel',
      onOk: () => {
        void leave()
      },
    })
  }
  return () => {
    modal.confirm({
      title: '确认退出系统？',
      content: '退出后将返回官网首页',
      okText: '确认退出',
      cancelText: '再想想',
      onOk: () => {
        void leaveUnlessLost()
      },
    })
  }
}

const nothing: Unsent = { seconds: 0, answers: 0 }

function wordsOf({ seconds, answers }: Unsent): string {
  const parts = [
    ...(seconds > 0 ? [`${seconds} 秒学习记录`] : []),
    ...(answers > 0 ? [`${answers} 题考试作答`] : []),
  ]
  return parts.join('和 ')
}
