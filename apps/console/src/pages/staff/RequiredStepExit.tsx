import { Button } from 'antd'
import { useStaffLogout } from '../../components/use-logout.ts'

/** Lets users sign out if they cannot complete a required step now. */
export function RequiredStepExit() {
  const logout = useStaffLogout()
  return (
    <Button type="text" onClick={logout}>
      退出登录
    </Button>
  )
}
