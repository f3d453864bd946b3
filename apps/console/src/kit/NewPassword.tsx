import type { PasswordRule } from '@ce/client/components/PasswordRules.tsx'
import { PasswordRules, passwordsDifferText } from '@ce/client/components/PasswordRules.tsx'
import { Form } from 'antd'
import { PasswordInput } from './PasswordInput.tsx'

interface NewPasswordProps {
  name: string
  label: string
  maxLength: number
  rulesOf: (password: string) => readonly PasswordRule[]
  dependencies?: string[]
}

/** Asks twice for the new password and checks its rules while the user types. */
export function NewPasswordFields({ name, label, maxLength, rulesOf, dependencies }: NewPasswordProps) {
  const form = Form.useFormInstance()
  const password: string = Form.useWatch(name) ?? ''
  const check = async (_rule: unknown, value: string | undefined) => {
    const broken = value ? rulesOf(value).find(({ met }) => !met) : undefined
    if (broken) throw new Error(broken.rule)
  }
  const same = async (_rule: unknown, value: string | undefined) => {
    if (value && value !== form.getFieldValue(name)) throw new Error(passwordsDifferText)
  }
  return (
    <>
      <Form.Item
        name={name}
        label={label}
        dependencies={dependencies}
        rules={[{ required: true, message: `请输入${label}` }, { validator: check }]}
        validateTrigger="onBlur"
        extra={<PasswordRules met={password !== ''} rules={rulesOf(password)} />}
      >
        <PasswordInput autoComplete="new-password" maxLength={maxLength} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={`再次输入${label}`}
        dependencies={[name]}
        rules={[{ required: true, message: `请再次输入${label}` }, { validator: same }]}
        validateTrigger="onBlur"
      >
        <PasswordInput autoComplete="new-password" maxLength={maxLength} />
      </Form.Item>
    </>
  )
}
