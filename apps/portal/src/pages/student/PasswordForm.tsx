import type { Profile } from '@ce/client/student.ts'
import { CurrentPassword } from '@ce/frame/CurrentPassword.tsx'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import {
  passwordOwner,
  toWorkbench,
  useSavePassword,
} from '@ce/frame/student/person/use-account.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import classes from './ProfilePage.module.css'

interface Fields {
  oldPassword: string
  newPassword: string
}

/** Tab 2: the password. Sessions on other devices end with it. */
export function PasswordForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<Fields>()
  const { problem, busy, attempt } = useFormProblem(form)
  const savePassword = useSavePassword()
  const [changed, setChanged] = useState(false)
  const save = (fields: Fields) =>
    attempt(async () => {
      await savePassword(fields)
      form.resetFields()
      setChanged(true)
    })
  return (
    <Form
      form={form}
      name="password-form"
      layout="vertical"
      className={classes.narrow}
      onFinish={save}
      onValuesChange={forgetAnswered(form)}
      scrollToFirstError={{ focus: true }}
    >
      <CurrentPassword name="oldPassword" label="原密码" maxLength={40} />
      <NewPasswordFields name="newPassword" label="新密码" person={passwordOwner(profile)} />
      <div role="alert">
        {problem && <Alert className={classes.alert} type="error" showIcon title={problem} />}
      </div>
      <div className={classes.acts}>
        <Button type="primary" htmlType="submit" loading={busy}>
          修改密码
        </Button>
        {changed && <LinkButton to={paths.dashboard()}>{toWorkbench}</LinkButton>}
      </div>
    </Form>
  )
}
