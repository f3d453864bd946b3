import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { useSignIn } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { studentLoginLimits } from '@ce/contract/generated/learner-limits'
import { useSiteInfo } from '@ce/site/data.ts'
import { noContactText } from '@ce/site/no-contact.ts'
import { toDialNumber } from '@ce/site/telephone.ts'
import { useMounted } from '@ce/site/use-mounted.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { notBlank } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import classes from './door.module.css'
import { openRedirect } from './redirect.ts'
import { SignInScreen } from './SignInScreen.tsx'

export function LoginScreen() {
  const signIn = useSignIn()
  const [solved, setSolved] = useState<number | null>(null)
  const { search } = useLocation()
  // The server renders the page without the query string, so read it after mounting.
  const carried = useMounted() ? search : ''
  const navigate = useNavigate()
  const desktop = useShell() === 'desktop'
  const fields = useFields(
    { account: '', password: '' },
    {
      account: notBlank('请输入手机号或证件号'),
      password: (password) => (password === '' ? '请输入密码' : null),
    },
    { limits: { account: studentLoginLimits.account } },
  )
  const submit = async (values: typeof fields.values) => {
    try {
      await signIn(values, setSolved)
    } finally {
      setSolved(null)
    }
    await openRedirect(search, navigate)
  }
  return (
    <SignInScreen title="学员登录">
      <FieldsForm fields={fields} action="登录" submit={submit} progress={<ChallengeProgress share={solved} />}>
        <TextField
          of={fields}
          name="account"
          label="手机号或证件号"
          normalize={withoutSpaces}
          autoComplete="username"
          // Focus this field at first, except on a phone, where the keyboard would cover the page.
          autoFocus={desktop}
        />
        <PasswordField of={fields} name="password" label="密码" autoComplete="current-password" />
      </FieldsForm>
      <div className={classes.links}>
        <ForgottenPassword />
        <Link to={paths.register() + carried}>新学员注册</Link>
        <Link to={paths.catalogue()}>先看课程，免费试看</Link>
      </div>
    </SignInScreen>
  )
}

function ForgottenPassword() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="text" onClick={() => setOpen(true)}>
        忘记密码？
      </Button>
      <Dialog open={open} title="忘记密码" onClose={close} actions={<Button onClick={close}>知道了</Button>}>
        <ForgottenPasswordHelp />
      </Dialog>
    </>
  )
}

/** Tells that staff issue a one-time initial password (docs/rules/accounts.md#initial-password). */
export function ForgottenPasswordHelp() {
  const site = useSiteInfo()
  return (
    <div className={classes.paragraphs}>
      <p>
        {site?.phone ? (
          <>
            请拨打服务热线 <a href={toDialNumber(site.phone)}>{site.phone}</a>
          </>
        ) : (
          '请联系客服'
        )}
        ，工作人员核实您的身份后会为您重置密码。
      </p>
      <p>您会得到一个一次性的初始密码，登录后请立即修改。</p>
      {site?.email && (
        <p>
          {site.phone ? '也可以' : '请'}发送邮件到 <a href={`mailto:${site.email}`}>{site.email}</a>。
        </p>
      )}
      {!site?.phone && !site?.email && <p>{noContactText(site)}</p>}
    </div>
  )
}
