import { CallRefused } from '@ce/client/call.ts'
import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { oneTimeCode, sixDigitRule } from '@ce/client/one-time-code.ts'
import { useStaffLogin } from '@ce/client/staff/staff.ts'
import { callWithChallenge } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { useMounted } from '@ce/site/use-mounted.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { firstProblem, matchesRule, notBlank } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLoginFields, usePreloadNextScreen } from '../../components/login-form.ts'
import { type LoginReason, loginReturnPath } from '../../guard.ts'
import { StaffLoginFrame } from './ConsoleDoor.tsx'

const reasons: Record<LoginReason, string> = {
  idle: '长时间没有操作，为安全起见已退出。请重新登录，登录后回到刚才的页面。',
  expired: '登录已失效：可能长时间没有操作、改过密码，或账号被停用。请重新登录。',
}
const codeCheck = firstProblem(notBlank('请输入 6 位动态口令'), matchesRule(sixDigitRule('动态口令')))
const desk = () => [
  import('../../routes.tsx'),
  import('../../kit/AntdProviders.tsx'),
  import('../../components/ConsoleLayout.tsx'),
  import('../home/HomePage.tsx'),
]
const empty = { username: '', password: '', code: '' }

/** Asks for a two-factor code only when the server requires one. */
export function StaffLoginPage() {
  const login = useStaffLogin()
  const [codeAsked, setCodeAsked] = useState<boolean | null>(null)
  const [solved, setSolved] = useState<number | null>(null)
  const { search } = useLocation()
  const navigate = useNavigate()
  // The server renders the page without the query string, so read it after mounting.
  const why = useMounted() ? reasonOf(search) : undefined
  const fields = useLoginFields(empty, {
    username: notBlank('请输入用户名'),
    password: (password) => (password === '' ? '请输入密码' : null),
    code: (code) => (codeAsked ? codeCheck(code) : null),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => {
    if (codeAsked !== null) fields.focus(codeAsked ? 'code' : 'username')
  }, [codeAsked])
  usePreloadNextScreen(fields.values.username !== '', desk)

  const submit = async ({ username, password, code }: typeof empty) => {
    try {
      await callWithChallenge(
        (challenge) => login.mutateAsync({ username, password, challenge, ...(codeAsked && { code }) }),
        setSolved,
      )
    } catch (error) {
      if (!(error instanceof CallRefused && error.key === 'staff.codeNeeded')) throw error
      setCodeAsked(true)
      return
    } finally {
      setSolved(null)
    }
    await navigate(loginReturnPath(search, location.origin), { replace: true })
  }

  const startAnew = () => {
    setCodeAsked(false)
    for (const name of ['username', 'password', 'code'] as const) fields.set(name, '')
  }

  return (
    <StaffLoginFrame>
      <h1>工作人员登录</h1>
      {why && <Alert kind="info" title={why} />}
      <FieldsForm
        fields={fields}
        action={codeAsked ? '验证并登录' : '登录'}
        submit={submit}
        progress={<ChallengeProgress share={solved} />}
      >
        {codeAsked ? (
          <TextField
            of={fields}
            name="code"
            label="动态口令"
            hint="打开手机上的身份验证器，输入本平台的 6 位数字。"
            normalize={withoutSpaces}
            {...oneTimeCode}
          />
        ) : (
          <>
            <TextField
              of={fields}
              name="username"
              label="用户名"
              normalize={withoutSpaces}
              autoComplete="username"
              autoCapitalize="off"
              autoFocus
            />
            <PasswordField
              of={fields}
              name="password"
              label="密码"
              hint="忘记密码请联系超级管理员重置。"
              autoComplete="current-password"
            />
          </>
        )}
      </FieldsForm>
      {codeAsked && (
        <Button kind="text" onClick={startAnew}>
          换一个账号
        </Button>
      )}
    </StaffLoginFrame>
  )
}

function reasonOf(search: string): string | undefined {
  const why = new URLSearchParams(search).get('why')
  return why === 'idle' || why === 'expired' ? reasons[why] : undefined
}
