import { useModifyPassword } from '@ce/client/student.ts'
import { digestPassword } from '@ce/contract/password'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { PasswordInput } from '@ce/frame/PasswordInput.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import classes from './ProfilePage.module.css'

interface Fields {
  oldPassword: string
  newPassword: string
}

/** Tab 2: the password. Sessions on other devices end with it. */
export function PasswordForm() {
  const [form] = Form.useForm<Fields>()
  const [problem, setProblem] = useState<string | null>(null)
  const modify = useModifyPassword()
  const save = async ({ oldPassword, newPassword }: Fields) => {
    setProblem(null)
    try {
      await modify.mutateAsync({
        oldPassword: digestPassword(oldPassword),
        newPassword: digestPassword(newPassword),
      })
      form.resetFields()
      showNotice({ kind: 'success', title: '密码已修改', text: '其他设备上的登录已失效。' })
    } catch (error) {
      setProblem(showInForm(form, error))
    }
  }
  return (
    <Form
      form={form}
      name="password-form"
      layout="vertical"
      className={classes.narrow}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      <Form.Item
        name="oldPassword"
        label="原密码"
        rules={[{ required: true, message: '请输入原密码' }]}
        validateTrigger="onSubmit"
      >
        <PasswordInput autoComplete="current-password" maxLength={40} />
      </Form.Item>
      <NewPasswordFields name="newPassword" label="新密码" />
      <div role="alert">
        {problem && <Alert className={classes.alert} type="error" showIcon title={problem} />}
      </div>
      <Button type="primary" htmlType="submit" loading={modify.isPending}>
        修改密码
      </Button>
    </Form>
  )
}
