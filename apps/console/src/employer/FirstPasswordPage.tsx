import { showNotice } from '@ce/ui/notices.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import classes from '../components/form.module.css'
import { EmployerDoor } from './EmployerDoor.tsx'
import { EmployerPassword } from './EmployerPassword.tsx'
import { employerPaths } from './paths.ts'
import { useEmployerLogout } from './use-employer-logout.ts'

/** Whoever has a one-time password changes it before anything else. */
export function FirstPasswordPage() {
  const navigate = useNavigate()
  const logout = useEmployerLogout()
  const done = () => {
    showNotice({ kind: 'success', title: '密码已修改', text: '下次请用新密码登录。' })
    void navigate(employerPaths.members(), { replace: true })
  }
  return (
    <EmployerDoor>
      <h1>请先修改一次性密码</h1>
      <div className={classes.stack}>
        <p>协会发给您的密码只用一次。改成只有本单位知道的密码后，才能继续。</p>
        <EmployerPassword oldLabel="一次性密码" onDone={done} />
        <Button type="text" onClick={logout}>
          退出登录
        </Button>
      </div>
    </EmployerDoor>
  )
}
