import { whileBusy } from '@ce/client/busy.ts'
import { staffLogout } from '@ce/client/staff/staff.ts'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

/** Asks before signing out; on confirm the session ends here and on the server, and the login opens. */
export function useLogout(): () => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const leave = async () => {
    await whileBusy(staffLogout())
    await navigate(paths.login(), { state: { sessionOver: true } })
  }
  return () => {
    modal.confirm({
      title: '确认退出管理后台？',
      content: '没有保存的修改会丢失；退出后需要重新登录。',
      okText: '确认退出',
      cancelText: '再想想',
      onOk: () => {
        void leave()
      },
    })
  }
}
