import { oneTimeCode, sixDigitRule } from '@ce/client/one-time-code.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { Form, type FormItemProps, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { contractFieldRule, requiredRule } from '../kit/form-rules.ts'

const rules: Rule[] = [requiredRule('请输入 6 位动态口令'), contractFieldRule(sixDigitRule('动态口令'))]

interface CodeFieldProps extends Pick<FormItemProps, 'className' | 'extra'> {
  autoFocus?: boolean
}

export function OneTimeCodeField({ autoFocus = false, ...item }: CodeFieldProps) {
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
