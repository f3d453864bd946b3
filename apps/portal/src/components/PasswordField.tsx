import { PasswordInput } from '@ce/frame/PasswordInput.tsx'
import { neededWords } from '@ce/frame/student/person/needed-words.ts'
import { Form } from 'antd'

/** The password once more, for what a sign-in left open must not do. */
export function PasswordField() {
  return (
    <Form.Item
      name="password"
      label="登录密码"
      rules={[{ required: true, message: neededWords.password }]}
      validateTrigger="onSubmit"
    >
      <PasswordInput autoComplete="current-password" maxLength={40} />
    </Form.Item>
  )
}
