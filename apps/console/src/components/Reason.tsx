import { needed } from '@ce/frame/form-rules.ts'
import { Form, Input } from 'antd'

/** Why something is done; it goes to the log. As long as the contract has it. */
export function Reason({ placeholder }: { placeholder: string }) {
  return (
    <Form.Item
      name="reason"
      label="原因"
      rules={[needed('请填写原因'), { min: 2, max: 200, message: '原因为 2–200 个字' }]}
      validateTrigger="onBlur"
      extra="写入操作日志。"
    >
      <Input maxLength={200} placeholder={placeholder} autoComplete="off" />
    </Form.Item>
  )
}
