import { contactPhoneRule } from '@ce/contract/person'
import { Form, Input } from 'antd'
import { matches, needed } from '../../kit/form-rules.ts'

/** Name and contact of an employer, as both dialogs ask for them. */
export function OrganisationFields() {
  return (
    <>
      <Form.Item
        name="name"
        label="单位名称"
        rules={[needed('请填写单位名称'), { min: 2, max: 100, message: '名称为 2–100 个字' }]}
        validateTrigger="onBlur"
        extra="与营业执照一致：发票抬头用它。"
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="contactName"
        label="联系人"
        rules={[needed('请填写联系人'), { min: 2, max: 30, message: '联系人为 2–30 个字' }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="contactPhone"
        label="联系电话"
        rules={[needed(contactPhoneRule.msg), matches(contactPhoneRule)]}
        validateTrigger="onBlur"
      >
        <Input maxLength={20} autoComplete="off" inputMode="tel" />
      </Form.Item>
    </>
  )
}
