import { Form } from 'antd'
import type { ReactNode } from 'react'
import { PasswordInput } from './PasswordInput.tsx'

interface CurrentPasswordProps {
  /** the field's name in the form */
  name: string
  label: string
  maxLength: number
  /** stands below the field */
  extra?: ReactNode
}

/** The password of now: to sign in by, or once more for what a sign-in left open must not do. */
export function CurrentPassword({ name, label, maxLength, extra }: CurrentPasswordProps) {
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
