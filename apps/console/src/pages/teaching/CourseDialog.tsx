import { useSaveCourse } from '@ce/client/staff/teaching.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { CourseTitleField, SubjectField } from './CourseFields.tsx'
import { TeacherSelect } from './TeacherSelect.tsx'

interface Fields {
  title: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  teacherId: string
}

interface CourseDialogProps {
  onSaved: (id: string) => void
  onClose: () => void
}

export function NewCourseDialog({ onSaved, onClose }: CourseDialogProps) {
  const save = useSaveCourse()
  // The id stays the same, so that a repeated save finds the course that the first save created.
  const [id] = useState(randomUuid)
  const send = async (fields: Fields) => {
    const content = { ...fields, intro: '', coverFileId: null, trialSeconds: 180 }
    await save.mutateAsync({ id, version: 0, content })
    onSaved(id)
  }
  return (
    <FormDialog<Fields>
      title="新建课程"
      okText="新建"
      initialValues={{ subject: 'PROFESSIONAL' }}
      send={send}
      onClose={onClose}
    >
      <CourseTitleField />
      <SubjectField />
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
