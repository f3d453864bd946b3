import { staffChangePasswordLimits } from '@ce/contract/generated/staff-limits'
import { checkStaffPasswordRules } from '@ce/contract/password'
import { Button, Form } from 'antd'
import { CurrentPasswordField } from '../kit/CurrentPassword.tsx'
import { useUnsavedForm } from '../kit/form-changes.ts'
import { NewPasswordFields } from '../kit/NewPassword.tsx'
import { clearAnsweredProblems } from '../kit/show-in-form.ts'
import { useFormSubmission } from '../kit/use-form-problem.ts'
import { FormProblem } from './FormProblem.tsx'
import classes from './form.module.css'

interface Fields {
  oldPassword: string
  newPassword: string
}

export interface OwnPasswordFormProps {
  /** The sign-in name, for password managers and because the password must not contain it. */
  account: string
  oldLabel: string
  oldHint?: string
  change: { mutateAsync: (fields: Fields) => Promise<unknown>; isPending: boolean }
  onDone: () => void
}

/** Staff and employers change their own password here, which ends their other sessions. */
export function OwnPasswordForm({ account, oldLabel, oldHint, change, onDone }: OwnPasswordFormProps) {
  const [form] = Form.useForm<Fields>()
  const { problem, attempt } = useFormSubmission(form)
  useUnsavedForm(form, '新密码')
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
      className={classes.narrow}
      onFinish={save}
      onValuesChange={clearAnsweredProblems(form)}
      scrollToFirstError={{ focus: true }}
    >
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={account} readOnly />
      <CurrentPasswordField
        name="oldPassword"
        label={oldLabel}
        maxLength={staffChangePasswordLimits.oldPassword.maxLength}
        extra={oldHint}
      />
      <NewPasswordFields
        name="newPassword"
        label="新密码"
        maxLength={staffChangePasswordLimits.newPassword.maxLength}
        rulesOf={(password) => checkStaffPasswordRules(password, account)}
      />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
