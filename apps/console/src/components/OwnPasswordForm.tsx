import { staffPasswordRules } from '@ce/contract/password'
import { Button, Form } from 'antd'
import { CurrentPassword } from '../kit/CurrentPassword.tsx'
import { NewPassword } from '../kit/NewPassword.tsx'
import { forgetAnswered } from '../kit/show-in-form.ts'
import { useFormProblem } from '../kit/use-form-problem.ts'
import { FormProblem } from './FormProblem.tsx'
import classes from './form.module.css'

interface Fields {
  oldPassword: string
  newPassword: string
}

export interface OwnPasswordFormProps {
  /** with what one signs in: for the browser's keeper of passwords, and not to be in the password */
  account: string
  /** what the password of now is called */
  oldLabel: string
  /** stands below its field */
  oldHint?: string
  change: { mutateAsync: (fields: Fields) => Promise<unknown>; isPending: boolean }
  onDone: () => void
}

/** Whoever is signed in at the console or the employer's desk changes their password; sessions elsewhere end with it. */
export function OwnPasswordForm({
  account,
  oldLabel,
  oldHint,
  change,
  onDone,
}: OwnPasswordFormProps) {
  const [form] = Form.useForm<Fields>()
  const { problem, attempt } = useFormProblem(form)
  const save = async ({ oldPassword, newPassword }: Fields) => {
    if (!(await attempt(() => change.mutateAsync({ oldPassword, newPassword })))) return
    form.resetFields()
    onDone()
  }
  return (
    <Form
      form={form}
      name="password"
      layout="vertical"
      requiredMark={false}
      className={classes.narrow}
      onFinish={save}
      onValuesChange={forgetAnswered(form)}
      scrollToFirstError={{ focus: true }}
    >
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={account} readOnly />
      <CurrentPassword name="oldPassword" label={oldLabel} maxLength={128} extra={oldHint} />
      <NewPassword
        name="newPassword"
        label="新密码"
        maxLength={64}
        rulesOf={(password) => staffPasswordRules(password, account)}
      />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
