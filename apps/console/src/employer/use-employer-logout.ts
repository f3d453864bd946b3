import { whileBusy } from '@ce/client/busy.ts'
import { employerLogout } from '@ce/client/employer.ts'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { employerPaths } from './paths.ts'

/** Asks before signing out; on confirm the session ends here and on the server, and the login opens. */
export function useEmployerLogout(): () => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const leave = async () => {
    await whileBusy(employerLogout())
    await navigate(employerPaths.login())
  }
  return () => {
    modal.confirm({
      title: '确认退出单位服务？',
      content: '退出后需要重新登录。',
      okText: '确认退出',
      cancelText: '再想想',
      onOk: () => {
        void leave()
      },
    })
  }
}
