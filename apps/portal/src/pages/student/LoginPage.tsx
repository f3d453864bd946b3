import { useSignIn } from '@ce/client/student.ts'
import { CurrentPassword } from '@ce/frame/CurrentPassword.tsx'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { ChallengeProgress } from '@ce/frame/student/ChallengeProgress.tsx'
import { accountLabel, neededWords } from '@ce/frame/student/person/needed-words.ts'
import { redirectTarget } from '@ce/frame/student/redirect.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { DoorLayout } from './DoorLayout.tsx'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import classes from './LoginPage.module.css'

interface Fields {
  account: string
  password: string
}

export function LoginPage() {
  const [form] = Form.useForm<Fields>()
  const { problem, busy, attempt } = useFormProblem(form)
  const signIn = useSignIn()
  const [solved, setSolved] = useState<number | null>(null)
  const { search } = useLocation()
  const navigate = useNavigate()

  const submit = async (fields: Fields) => {
    const done = await attempt(async () => {
      await signIn(fields, setSolved)
      await navigate(redirectTarget(search, location.origin, paths), { replace: true })
    })
    if (!done) form.focusField('password')
    setSolved(null)
  }

  return (
    <DoorLayout>
      <h1>学员登录</h1>
      <div role="alert">
        {problem && <Alert className={classes.problem} type="error" showIcon title={problem} />}
      </div>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="account"
          label={accountLabel}
          normalize={withoutSpaces}
          rules={[needed(neededWords.account)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="username" maxLength={40} autoFocus />
        </Form.Item>
        <CurrentPassword name="password" label="密码" maxLength={40} />
        <ChallengeProgress share={solved} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          登录
        </Button>
      </Form>
      <div className={classes.links}>
        <ForgottenPassword />
        <Link to={paths.register() + search}>新学员注册</Link>
      </div>
    </DoorLayout>
  )
}
