import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { useEmployerLogin } from '@ce/client/employer.ts'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { withChallenge } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { telephone } from '@ce/site/telephone.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FormProblem } from '../components/FormProblem.tsx'
import { CurrentPassword } from '../kit/CurrentPassword.tsx'
import { needed } from '../kit/form-rules.ts'
import { forgetAnswered } from '../kit/show-in-form.ts'
import { useFormProblem } from '../kit/use-form-problem.ts'
import { EmployerDoor } from './EmployerDoor.tsx'
import { employerPaths } from './paths.ts'

interface Fields {
  creditCode: string
  password: string
}

/** An employer's way in: its credit code and password; the safety check solves itself when it is asked for. */
export function LoginPage() {
  const [form] = Form.useForm<Fields>()
  const login = useEmployerLogin()
  const [solved, setSolved] = useState<number | null>(null)
  const { problem, busy, attempt } = useFormProblem(form)
  const navigate = useNavigate()
  const submit = async (fields: Fields) => {
    const done = await attempt(() =>
      withChallenge((challenge) => login.mutateAsync({ ...fields, challenge }), setSolved),
    )
    setSolved(null)
    if (done) await navigate(employerPaths.members(), { replace: true })
  }
  return (
    <EmployerDoor>
      <h1>单位登录</h1>
      <FormProblem problem={problem} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
      >
        <Form.Item
          name="creditCode"
          label="统一社会信用代码"
          normalize={withoutSpaces}
          rules={[needed('请输入统一社会信用代码')]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="username" maxLength={18} autoFocus autoCapitalize="characters" />
        </Form.Item>
        <CurrentPassword name="password" label="密码" maxLength={128} extra={<WhomToCall />} />
        <ChallengeProgress share={solved} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          登录
        </Button>
      </Form>
    </EmployerDoor>
  )
}

/** Accounts are opened, and forgotten passwords reset, by the association's staff. */
function WhomToCall() {
  const { data: site } = useQuery(siteInfoQuery())
  if (!site?.phone) return '账号由协会开通；忘记密码请联系协会重置。'
  return (
    <>
      账号由协会开通；忘记密码请拨打服务热线{' '}
      <a href={telephone(site.phone)} className="ui-date">
        {site.phone}
      </a>{' '}
      重置。
    </>
  )
}
