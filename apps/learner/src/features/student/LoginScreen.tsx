import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { useSignIn } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { studentLoginLimits } from '@ce/contract/learner-limits'
import { useMounted } from '@ce/site/use-mounted.ts'
import { needed } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Screen } from '../../components/Screen.tsx'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import classes from './LoginScreen.module.css'
import { accountLabel, neededWords } from './needed-words.ts'
import { openRedirect } from './redirect.ts'

export function LoginScreen() {
  const signIn = useSignIn()
  const [solved, setSolved] = useState<number | null>(null)
  const { search } = useLocation()
  // the server renders one page for every query
  const carried = useMounted() ? search : ''
  const navigate = useNavigate()
  const fields = useFields(
    { account: '', password: '' },
    {
      account: needed(neededWords.account),
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
    <Screen title="学员登录" back={paths.home()}>
      <FieldsForm
        fields={fields}
        action="登录"
        submit={submit}
        progress={<ChallengeProgress share={solved} />}
      >
        <TextField
          of={fields}
          name="account"
          label={accountLabel}
          normalize={withoutSpaces}
          autoComplete="username"
        />
        <PasswordField of={fields} name="password" label="密码" autoComplete="current-password" />
      </FieldsForm>
      <div className={classes.links}>
        <ForgottenPassword />
        <Link to={paths.register() + carried}>新学员注册</Link>
        <Link to={paths.catalogue()}>先看课程，免费试看</Link>
      </div>
    </Screen>
  )
}
