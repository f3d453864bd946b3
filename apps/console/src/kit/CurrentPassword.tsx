import { Form } from 'antd'
import type { ReactNode } from 'react'
import { PasswordInput } from './PasswordInput.tsx'

interface CurrentPasswordProps {
  name: string
  label: string
  maxLength: number
  extra?: ReactNode
}

/** Asks for the password at sign-in or before a sensitive action. */
export function CurrentPasswordField({ name, label, maxLength, extra }: CurrentPasswordProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, message: `请输入${label}` }]}
      validateTrigger="onSubmit"
      extra={extra}
    >
      <PasswordInput autoComplete="current-password" maxLength={maxLength} />
    </Form.Item>
  )
}
