import { Form, Input } from 'antd'
import { needed } from '../kit/form-rules.ts'

interface ReasonProps {
  /** what it is: why something is done, or what was done */
  label?: '原因' | '处理结果'
  placeholder: string
  /** who reads it */
  extra?: string
}

/** Why something is done, or what was done about it; it goes to the log. As long as the contract has it. */
export function Reason({ label = '原因', placeholder, extra = '写入操作日志。' }: ReasonProps) {
  return (
    <Form.Item
      name="reason"
      label={label}
      rules={[needed(`请填写${label}`), { min: 2, max: 200, message: `${label}为 2–200 个字` }]}
      validateTrigger="onBlur"
      extra={extra}
    >
      <Input maxLength={200} placeholder={placeholder} autoComplete="off" />
    </Form.Item>
  )
}
