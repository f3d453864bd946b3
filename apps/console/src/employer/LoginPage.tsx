import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { useEmployerLogin } from '@ce/client/employer.ts'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { callWithChallenge } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { toDialNumber } from '@ce/site/telephone.ts'
import { notBlank } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLoginFields, usePreloadNextScreen } from '../components/login-form.ts'
import { EmployerLoginFrame } from './EmployerDoor.tsx'
import { employerPaths } from './paths.ts'

const desk = () => [
  import('../kit/AntdProviders.tsx'),
  import('./EmployerLayout.tsx'),
  import('../pages/invitation/MembersPage.tsx'),
]
const empty = { creditCode: '', password: '' }

/** Employers sign in with credit code and password; the human check runs automatically. */
export function EmployerLoginPage() {
  const login = useEmployerLogin()
  const [solved, setSolved] = useState<number | null>(null)
  const navigate = useNavigate()
  const fields = useLoginFields(empty, {
    creditCode: notBlank('请输入统一社会信用代码'),
    password: (password) => (password === '' ? '请输入密码' : null),
  })
  usePreloadNextScreen(fields.values.creditCode !== '', desk)
  const submit = async (values: typeof empty) => {
    try {
      await callWithChallenge((challenge) => login.mutateAsync({ ...values, challenge }), setSolved)
    } finally {
      setSolved(null)
    }
    await navigate(employerPaths.members(), { replace: true })
  }
  return (
    <EmployerLoginFrame>
      <h1>单位登录</h1>
      <FieldsForm fields={fields} action="登录" submit={submit} progress={<ChallengeProgress share={solved} />}>
        <TextField
          of={fields}
          name="creditCode"
          label="统一社会信用代码"
          normalize={withoutSpaces}
          autoComplete="username"
          autoCapitalize="characters"
          autoFocus
        />
        <PasswordField of={fields} name="password" label="密码" hint={<WhomToCall />} autoComplete="current-password" />
      </FieldsForm>
    </EmployerLoginFrame>
  )
}

function WhomToCall() {
  const { data: site } = useQuery(siteInfoQuery())
  if (!site?.phone) return '账号由协会开通；忘记密码请联系协会重置。'
  return (
    <>
      账号由协会开通；忘记密码请拨打服务热线{' '}
      <a href={toDialNumber(site.phone)} className="ui-date">
        {site.phone}
      </a>{' '}
      重置。
    </>
  )
}
