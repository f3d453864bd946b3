import { subjectNames } from '@ce/client/format.ts'
import { useSaveCourse } from '@ce/client/staff/teaching.ts'
import { uuid } from '@ce/client/uuid.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { TeacherSelect } from './TeacherSelect.tsx'

interface Fields {
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  teacherId: string
}

export const subjectOptions = (['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({
  value,
  label: subjectNames[value],
}))

interface CourseDialogProps {
  onSaved: (id: string) => void
  onClose: () => void
}

/** A new course: as little as it takes to exist; the rest follows on its page. */
export function CourseDialog({ onSaved, onClose }: CourseDialogProps) {
  const [form] = Form.useForm<Fields>()
  const save = useSaveCourse()
  // made once: a repeated save finds the same course
  const [id] = useState(uuid)
  const send = async (fields: Fields) => {
    const content = { ...fields, intro: '', coverFileId: null, trialSeconds: 180 }
    await save.mutateAsync({ id, version: 0, content })
    onSaved(id)
  }
  return (
    <FormDialog
      form={form}
      title="新建课程"
      okText="新建"
      initialValues={{ subject: 'PROFESSIONAL' }}
      send={send}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label="课程名称"
        rules={[needed('请填写课程名称'), { min: 2, message: '名称为 2–60 个字' }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <fieldset className="plain-fieldset">
        <legend>科目</legend>
        <Form.Item name="subject" extra="有学员缴费后不能再改。">
          <Radio.Group options={subjectOptions} />
        </Form.Item>
      </fieldset>
      <Form.Item
        name="teacherId"
        label="教师"
        rules={[{ required: true, message: '请选择教师' }]}
        extra="没有的话，先到“教师”里新建。"
      >
        <TeacherSelect placeholder="请选择教师" />
      </Form.Item>
    </FormDialog>
  )
}
