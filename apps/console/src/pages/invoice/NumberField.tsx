import { withoutSpaces } from '@ce/client/typed-text.ts'
import { Form, Input } from 'antd'
import { needed } from '../../kit/form-rules.ts'

const number = { pattern: /^\d{8,20}$/, message: '应为 8–20 位数字' }

/** A number as the tax office gives it. */
export function NumberField({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      normalize={withoutSpaces}
      rules={[needed(`请填写${label}`), number]}
      validateTrigger="onBlur"
    >
      <Input maxLength={30} inputMode="numeric" autoComplete="off" />
    </Form.Item>
  )
}
