import { showNotice } from '@ce/ui/notices.ts'
import { useNavigate } from 'react-router'
import classes from '../../components/form.module.css'
import { paths } from '../../paths.ts'
import { StaffLoginFrame } from './ConsoleDoor.tsx'
import { StaffPasswordForm } from './PasswordForm.tsx'
import { RequiredStepExit } from './RequiredStepExit.tsx'

export function StaffFirstPasswordPage() {
  const navigate = useNavigate()
  const done = () => {
    showNotice({ kind: 'success', title: '密码已修改', text: '下次请用新密码登录。' })
    void navigate(paths.home(), { replace: true })
  }
  return (
    <StaffLoginFrame>
      <h1>请先修改初始密码</h1>
      <div className={classes.stack}>
        <p className={classes.hint}>
          您正在使用一次性密码，发给您的人也知道它。改成只有您自己知道的密码后，才能进入后台。
        </p>
        <StaffPasswordForm oldLabel="一次性密码" oldHint="就是您刚才登录用的那个密码。" onDone={done} />
        <RequiredStepExit />
      </div>
    </StaffLoginFrame>
  )
}
