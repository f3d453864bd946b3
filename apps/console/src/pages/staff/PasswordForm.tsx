import { useChangePassword } from '@ce/client/staff/staff.ts'
import { useStaffSession } from '@ce/client/staff-session.ts'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { NewPassword } from '@ce/frame/NewPassword.tsx'
import { PasswordInput } from '@ce/frame/PasswordInput.tsx'
import { Button, Form } from 'antd'
import { FormProblem } from '../../components/FormProblem.tsx'
import classes from '../../components/form.module.css'
import { useFormProblem } from '../../components/use-form-problem.ts'
import { staffPasswordRules } from './staff-password.ts'

interface Fields {
  oldPassword: string
  newPassword: string
}

interface PasswordFormProps {
  /** what the password of now is called */
  oldLabel: string
  onDone: () => void
}

/** Changes one's own password. Sessions elsewhere end with it. */
export function PasswordForm({ oldLabel, onDone }: PasswordFormProps) {
  const [form] = Form.useForm<Fields>()
  const change = useChangePassword()
  const { problem, attempt } = useFormProblem(form)
  const username = useStaffSession()?.me.username ?? ''
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
      <input type="hidden" autoComplete="username" value={username} readOnly />
      <Form.Item
        name="oldPassword"
        label={oldLabel}
        rules={[{ required: true, message: `请输入${oldLabel}` }]}
        validateTrigger="onSubmit"
      >
        <PasswordInput autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <NewPassword
        name="newPassword"
        label="新密码"
        maxLength={64}
        rulesOf={(password) => staffPasswordRules(password, username)}
      />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
