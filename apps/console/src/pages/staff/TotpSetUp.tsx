import { useTotpBegin, useTotpConfirm } from '@ce/client/staff/staff.ts'
import { Button, Form } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { CodeField } from '../../components/CodeField.tsx'
import { FormProblem } from '../../components/FormProblem.tsx'
import formClasses from '../../components/form.module.css'
import { CurrentPassword } from '../../kit/CurrentPassword.tsx'
import { forgetAnswered } from '../../kit/show-in-form.ts'
import { useFormProblem } from '../../kit/use-form-problem.ts'
import classes from './totp.module.css'

interface Secret {
  secret: string
  otpauthUrl: string
}

/** Binds an authenticator: the password, then the QR code, then the first code proves that it works. */
export function TotpSetUp({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  return secret ? (
    <ConfirmStep secret={secret} onDone={onDone} />
  ) : (
    <PasswordStep onSecret={setSecret} />
  )
}

function PasswordStep({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const begin = useTotpBegin()
  const { problem, attempt } = useFormProblem(form)
  const submit = ({ password }: { password: string }) =>
    attempt(async () => onSecret(await begin.mutateAsync({ password })))
  return (
    <Form
      form={form}
      name="totp-begin"
      layout="vertical"
      requiredMark={false}
      className={formClasses.narrow}
      onFinish={submit}
      onValuesChange={forgetAnswered(form)}
    >
      <FormProblem problem={problem} />
      <CurrentPassword
        name="password"
        label="登录密码"
        maxLength={128}
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
  const confirm = useTotpConfirm()
  const { problem, attempt } = useFormProblem(form)
  const submit = async ({ code }: { code: string }) => {
    if (await attempt(() => confirm.mutateAsync({ code }))) onDone()
  }
  return (
    <Form
      form={form}
      name="totp-confirm"
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      onValuesChange={forgetAnswered(form)}
      className={formClasses.stack}
    >
      <ol className={classes.steps}>
        <li>在手机上打开身份验证器（如微信小程序“腾讯身份验证器”、Microsoft Authenticator）。</li>
        <li>
          扫描二维码，或手工输入下面的密钥。
          <div className={classes.secret}>
            <QRCodeSVG value={secret.otpauthUrl} size={176} marginSize={2} title="绑定用的二维码" />
            <div>
              <span className={formClasses.hint}>密钥</span>
              <code>{inGroups(secret.secret)}</code>
            </div>
          </div>
        </li>
        <li>输入手机上显示的 6 位数字，证明已经绑好。</li>
      </ol>
      <FormProblem problem={problem} />
      <CodeField className={formClasses.narrow} autoFocus />
      <div>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          确认绑定
        </Button>
      </div>
    </Form>
  )
}

/** In fours, as people type it. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
