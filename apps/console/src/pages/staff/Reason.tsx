import { Form, Input } from 'antd'
import { reasonRules } from './staff-rules.ts'

/** Why something is done to an account; it goes to the log. */
export function Reason({ placeholder }: { placeholder: string }) {
  return (
    <Form.Item
      name="reason"
      label="原因"
      rules={reasonRules}
      validateTrigger="onBlur"
      extra="写入操作日志。"
    >
      <Input maxLength={200} placeholder={placeholder} autoComplete="off" />
    </Form.Item>
  )
}
