import { needed } from '@ce/frame/form-rules.ts'
import { Form, Input } from 'antd'

interface ReasonProps {
  placeholder: string
  /** who reads it */
  extra?: string
}

/** Why something is done; it goes to the log. As long as the contract has it. */
export function Reason({ placeholder, extra = '写入操作日志。' }: ReasonProps) {
  return (
    <Form.Item
      name="reason"
      label="原因"
      rules={[needed('请填写原因'), { min: 2, max: 200, message: '原因为 2–200 个字' }]}
      validateTrigger="onBlur"
      extra={extra}
    >
      <Input maxLength={200} placeholder={placeholder} autoComplete="off" />
    </Form.Item>
  )
}
