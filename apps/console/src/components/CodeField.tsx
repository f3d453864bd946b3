import { oneTimeCode, sixDigits } from '@ce/client/one-time-code.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { Form, type FormItemProps, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { matches, needed } from '../kit/form-rules.ts'

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
