import { useEmployerPassword } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { NewPassword } from '@ce/frame/NewPassword.tsx'
import { PasswordInput } from '@ce/frame/PasswordInput.tsx'
import { Button, Form } from 'antd'
import { FormProblem } from '../components/FormProblem.tsx'
import classes from '../components/form.module.css'
import { useFormProblem } from '../components/use-form-problem.ts'
import { staffPasswordRules } from '../pages/staff/staff-password.ts'

interface Fields {
  oldPassword: string
  newPassword: string
}

/** Changes the employer's password; its sessions elsewhere end. */
export function EmployerPassword({ oldLabel, onDone }: { oldLabel: string; onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const change = useEmployerPassword()
  const { problem, attempt } = useFormProblem(form)
  const creditCode = useEmployerSession()?.me.creditCode ?? ''
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
      <input type="hidden" autoComplete="username" value={creditCode} readOnly />
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
        rulesOf={(password) => staffPasswordRules(password, creditCode.toLowerCase())}
      />
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
