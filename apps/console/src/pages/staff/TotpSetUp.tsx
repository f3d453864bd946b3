import { useConfirmTotp, useStartTotp } from '@ce/client/staff/staff.ts'
import { staffTotpBeginLimits } from '@ce/contract/generated/staff-limits'
import { QrCode } from '@ce/ui/QrCode.tsx'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { OneTimeCodeField } from '../../components/CodeField.tsx'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { CurrentPasswordField } from '../../kit/CurrentPassword.tsx'
import { useUnsavedForm } from '../../kit/form-changes.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import classes from './totp.module.css'

interface Secret {
  secret: string
  otpauthUrl: string
}

export function TotpSetUpSteps({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  return secret ? <ConfirmStep secret={secret} onDone={onDone} /> : <PasswordStep onSecret={setSecret} />
}

function PasswordStep({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const begin = useStartTotp()
  const { problem, attempt } = useFormSubmission(form)
  useUnsavedForm(form, '动态口令')
  const submit = ({ password }: { password: string }) =>
    attempt(async () => onSecret(await begin.mutateAsync({ password })))
  return (
    <Form
      form={form}
      name="totp-begin"
      layout="vertical"
      className={formClasses.narrow}
      onFinish={submit}
      onValuesChange={clearAnsweredProblems(form)}
    >
      <FormProblem problem={problem} />
      <CurrentPasswordField
        name="password"
        label="登录密码"
        maxLength={staffTotpBeginLimits.password.maxLength}
        extra="先确认是您本人，再显示二维码。"
      />
      <Button type="primary" htmlType="submit" loading={begin.isPending}>
        显示二维码
      </Button>
    </Form>
  )
}

function ConfirmStep({ secret, onDone }: { secret: Secret; onDone: () => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const confirm = useConfirmTotp()
  const { problem, attempt } = useFormSubmission(form)
  useUnsavedForm(form, '动态口令')
  const submit = async ({ code }: { code: string }) => {
    if (!(await attempt(() => confirm.mutateAsync({ code })))) return
    form.resetFields()
    onDone()
  }
  return (
    <Form
      form={form}
      name="totp-confirm"
      layout="vertical"
      onFinish={submit}
      onValuesChange={clearAnsweredProblems(form)}
      className={formClasses.stack}
    >
      <ol className={classes.steps}>
        <li>在手机上打开身份验证器（如微信小程序“腾讯身份验证器”、Microsoft Authenticator）。</li>
        <li>
          扫描二维码，或手工输入下面的密钥。
          <div className={classes.secret}>
            <QrCode value={secret.otpauthUrl} size={176} margin={2} title="绑定用的二维码" />
            <div>
              <span className={formClasses.hint}>密钥</span>
              <code>{inGroups(secret.secret)}</code>
            </div>
          </div>
        </li>
        <li>输入手机上显示的 6 位数字，证明已经绑好。</li>
      </ol>
      <FormProblem problem={problem} />
      <OneTimeCodeField className={formClasses.narrow} autoFocus />
      <div>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          确认绑定
        </Button>
      </div>
    </Form>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
