import { useEmployerSession } from '@ce/client/employer-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button } from 'antd'
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
  const settled = useEmployerSession()?.me.mustChangePassword === false
  const goOn = () => navigate(employerPaths.members(), { replace: true })
  const done = () => {
    showNotice({ kind: 'success', title: '密码已修改', text: '下次请用新密码登录。' })
    void goOn()
  }
  return (
    <EmployerDoor>
      <h1>请先修改一次性密码</h1>
      <div className={classes.stack}>
        <p>协会发给您的密码只用一次。改成只有本单位知道的密码后，才能继续。</p>
        {/* the answer to the change was lost, and another attempt was refused */}
        {settled && (
          <Alert
            type="success"
            title="一次性密码已经修改过"
            description="下次请用修改后的密码登录。"
            action={<Button onClick={goOn}>继续</Button>}
          />
        )}
        <EmployerPassword
          oldLabel="一次性密码"
          oldHint="就是您刚才登录用的那个密码。"
          onDone={done}
        />
        <Button type="text" onClick={logout}>
          退出登录
        </Button>
      </div>
    </EmployerDoor>
  )
}
