import { showNotice } from '@ce/ui/notices.ts'
import { useNavigate } from 'react-router'
import classes from '../../components/form.module.css'
import { paths } from '../../paths.ts'
import { StaffLoginFrame } from './ConsoleDoor.tsx'
import { RequiredStepExit } from './RequiredStepExit.tsx'
import { TotpSetUpSteps } from './TotpSetUp.tsx'

/** Sets up two-factor codes, which a role may require before any desk opens. */
export function SetUpTwoFactorPage() {
  const navigate = useNavigate()
  const done = () => {
    showNotice({ kind: 'success', title: '动态口令已绑定', text: '今后登录时需要输入它。' })
    void navigate(paths.home(), { replace: true })
  }
  return (
    <StaffLoginFrame>
      <h1>请先绑定动态口令</h1>
      <div className={classes.stack}>
        <p className={classes.hint}>您的角色权限较高，登录时除密码外还必须输入动态口令。绑定后才能进入后台。</p>
        <TotpSetUpSteps onDone={done} />
        <RequiredStepExit />
      </div>
    </StaffLoginFrame>
  )
}
