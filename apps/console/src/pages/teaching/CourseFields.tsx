import { teachingSaveCourseLimits } from '@ce/contract/generated/staff-limits'
import { subjectNames } from '@ce/contract/hours-names'
import { Form, Radio } from 'antd'
import { TextItem } from '../../kit/FormItems.tsx'

export const subjectOptions = (['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({
  value,
  label: subjectNames[value],
}))

export function CourseTitleField() {
  return (
    <TextItem name="title" label="课程名称" needed counted="名称" limits={teachingSaveCourseLimits.content.title} />
  )
}

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
