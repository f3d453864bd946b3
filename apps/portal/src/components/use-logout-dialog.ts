import { whileBusy } from '@ce/client/busy.ts'
import { logout } from '@ce/client/logout.ts'
import { forgetPerson } from '@ce/client/query.ts'
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
  return () => {
    modal.confirm({
      title: '确认退出系统？',
      content: '退出后将返回官网首页',
      okText: '确认退出',
      cancelText: '再想想',
      onOk: () => {
        void leave()
      },
    })
  }
}
