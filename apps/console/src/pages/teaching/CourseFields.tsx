import { subjectNames } from '@ce/contract/hours-names'
import { Form, Input, Radio } from 'antd'
import { needed } from '../../kit/form-rules.ts'

export const subjectOptions = (['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({
  value,
  label: subjectNames[value],
}))

/** What a course is called. */
export function CourseTitleField() {
  return (
    <Form.Item
      name="title"
      label="课程名称"
      rules={[needed('请填写课程名称'), { min: 2, message: '名称为 2–60 个字' }]}
      validateTrigger="onBlur"
    >
      <Input maxLength={60} autoComplete="off" />
    </Form.Item>
  )
}

/** Which hours it gives. */
export function SubjectField() {
  return (
    <fieldset className="plain-fieldset">
      <legend>科目</legend>
      <Form.Item name="subject" extra="有学员缴费后不能再改。">
        <Radio.Group options={subjectOptions} />
      </Form.Item>
    </fieldset>
  )
}
