import { Button } from 'antd'
import { useLogout } from '../../components/use-logout.ts'

/** The way out for who cannot do now what must be done first. */
export function DutyExit() {
  const logout = useLogout()
  return (
    <Button type="text" onClick={logout}>
      退出登录
    </Button>
  )
}
