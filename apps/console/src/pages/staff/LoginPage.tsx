import { CallRefused } from '@ce/client/call.ts'
import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { useStaffLogin } from '@ce/client/staff/staff.ts'
import { withChallenge } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CodeField } from '../../components/CodeField.tsx'
import { FormProblem } from '../../components/FormProblem.tsx'
import classes from '../../components/form.module.css'
import { type LoginReason, returnTarget } from '../../guard.ts'
import { CurrentPassword } from '../../kit/CurrentPassword.tsx'
import { needed } from '../../kit/form-rules.ts'
import { forgetAnswered } from '../../kit/show-in-form.ts'
import { useFormProblem } from '../../kit/use-form-problem.ts'
import { ConsoleDoor } from './ConsoleDoor.tsx'

interface Fields {
  username: string
  password: string
  code?: string
}

const reasons: Record<LoginReason, string> = {
  idle: '长时间没有操作，为安全起见已退出。请重新登录，登录后回到刚才的页面。',
  expired: '登录已失效：可能长时间没有操作、改过密码，或账号被停用。请重新登录。',
}

/** The staff's way in; the one-time code is asked for only when the server asks for it. */
export function LoginPage() {
  const [form] = Form.useForm<Fields>()
  const login = useStaffLogin()
  const [codeAsked, setCodeAsked] = useState(false)
  const [solved, setSolved] = useState<number | null>(null)
  const { problem, busy, attempt } = useFormProblem(form)
  const { search } = useLocation()
  const navigate = useNavigate()
  const why = reasonOf(search)

  useEffect(() => {
    if (codeAsked) form.focusField('code')
  }, [codeAsked, form])

  const submit = ({ username, password, code }: Fields) =>
    attempt(async () => {
      try {
        await withChallenge(
          (challenge) => login.mutateAsync({ username, password, code, challenge }),
          setSolved,
        )
      } catch (error) {
        if (!(error instanceof CallRefused && error.key === 'staff.codeNeeded')) throw error
        setCodeAsked(true)
        return
      } finally {
        setSolved(null)
      }
      await navigate(returnTarget(search, location.origin), { replace: true })
    })

  const startAnew = () => {
    setCodeAsked(false)
    form.resetFields()
    form.focusField('username')
  }

  return (
    <ConsoleDoor>
      <h1>工作人员登录</h1>
      {why && !problem && <Alert className={classes.problem} type="info" showIcon title={why} />}
      <FormProblem problem={problem} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
      >
        <div hidden={codeAsked}>
          <AccountFields />
        </div>
        {codeAsked && <CodeField extra="打开手机上的身份验证器，输入本平台的 6 位数字。" />}
        <ChallengeProgress share={solved} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {codeAsked ? '验证并登录' : '登录'}
        </Button>
        {codeAsked && (
          <Button type="text" block onClick={startAnew}>
            换一个账号
          </Button>
        )}
      </Form>
    </ConsoleDoor>
  )
}

function AccountFields() {
  return (
    <>
      <Form.Item
        name="username"
        label="用户名"
        normalize={withoutSpaces}
        rules={[needed('请输入用户名')]}
        validateTrigger="onSubmit"
      >
        <Input autoComplete="username" maxLength={64} autoFocus autoCapitalize="off" />
      </Form.Item>
      <CurrentPassword
        name="password"
        label="密码"
        maxLength={128}
        extra="忘记密码请联系超级管理员重置。"
      />
    </>
  )
}

function reasonOf(search: string): string | undefined {
  const why = new URLSearchParams(search).get('why')
  return why === 'idle' || why === 'expired' ? reasons[why] : undefined
}
