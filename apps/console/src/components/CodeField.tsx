import { matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { oneTimeCode, sixDigits } from '@ce/frame/one-time-code.ts'
import { Form, type FormItemProps, Input } from 'antd'
import type { Rule } from 'antd/es/form'

/** A one-time code as the contract wants it: six digits. */
const rules: Rule[] = [needed('请输入 6 位动态口令'), matches(sixDigits('动态口令'))]

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
      <Input {...oneTimeCode} autoFocus={autoFocus} />
    </Form.Item>
  )
}
