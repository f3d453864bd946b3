import { useSaveCourse } from '@ce/client/staff/teaching.ts'
import { uuid } from '@ce/client/uuid.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
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

/** A new course: as little as it takes to exist; the rest follows on its page. */
export function CourseDialog({ onSaved, onClose }: CourseDialogProps) {
  const save = useSaveCourse()
  // made once: a repeated save finds the same course
  const [id] = useState(uuid)
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
