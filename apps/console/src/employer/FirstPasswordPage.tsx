import { useEmployerSession } from '@ce/client/employer-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import classes from '../components/form.module.css'
import { EmployerLoginFrame, useEmployerLogout } from './EmployerDoor.tsx'
import { EmployerPasswordForm } from './EmployerPassword.tsx'
import { employerPaths } from './paths.ts'

export function EmployerFirstPasswordPage() {
  const navigate = useNavigate()
  const logout = useEmployerLogout()
  const settled = useEmployerSession()?.me.mustChangePassword === false
  const goOn = () => navigate(employerPaths.members(), { replace: true })
  const done = () => {
    showNotice({ kind: 'success', title: '密码已修改', text: '下次请用新密码登录。' })
    void goOn()
  }
  return (
    <EmployerLoginFrame>
      <h1>请先修改一次性密码</h1>
      <div className={classes.stack}>
        <p>协会发给您的密码只用一次。改成只有本单位知道的密码后，才能继续。</p>
        {/* Shown if the response to the password change was lost and the repeat was refused. */}
        {settled && (
          <Alert
            type="success"
            title="一次性密码已经修改过"
            description="下次请用修改后的密码登录。"
            action={<Button onClick={goOn}>继续</Button>}
          />
        )}
        <EmployerPasswordForm oldLabel="一次性密码" oldHint="就是您刚才登录用的那个密码。" onDone={done} />
        <Button type="text" onClick={logout}>
          退出登录
        </Button>
      </div>
    </EmployerLoginFrame>
  )
}
