import { needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { Form, type FormItemProps, Input } from 'antd'
import type { Rule } from 'antd/es/form'

/** A one-time code as the contract wants it: six digits. */
const rules: Rule[] = [
  needed('请输入 6 位动态口令'),
  { pattern: /^\d{6}$/, message: '动态口令是 6 位数字' },
]

interface CodeFieldProps extends Pick<FormItemProps, 'className' | 'extra'> {
  autoFocus?: boolean
}

/** A one-time code, filled in by the device where it can. */
export function CodeField({ autoFocus = false, ...item }: CodeFieldProps) {
  return (
    <Form.Item
      name="code"
      label="动态口令"
      normalize={withoutSpaces}
      rules={rules}
      validateTrigger="onSubmit"
      {...item}
    >
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus={autoFocus} />
    </Form.Item>
  )
}
