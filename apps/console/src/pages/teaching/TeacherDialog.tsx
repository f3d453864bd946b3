import { titleOptions } from '@ce/client/format.ts'
import { type TeacherRow, useSaveTeacher } from '@ce/client/staff/teaching.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { teachingSaveTeacherLimits } from '@ce/contract/generated/staff-limits'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'

interface Fields {
  name: string
  titleCode: number
  employer: string
  intro: string
}

interface TeacherDialogProps {
  teacher: TeacherRow | null
  onClose: () => void
}

const { content: limits } = teachingSaveTeacherLimits

export function TeacherDialog({ teacher, onClose }: TeacherDialogProps) {
  const save = useSaveTeacher()
  // The id stays the same, so that a repeated save finds the teacher that the first save created.
  const [id] = useState(() => teacher?.id ?? randomUuid())
  return (
    <FormDialog<Fields>
      title={teacher ? '修改教师' : '新建教师'}
      okText="保存"
      initialValues={teacher ?? { name: '', titleCode: 0, employer: '', intro: '' }}
      send={(content) => save.mutateAsync({ id, version: teacher?.version ?? 0, content })}
      done={{ title: '教师已保存' }}
      onClose={onClose}
    >
      <TextItem name="name" label="姓名" needed counted limits={limits.name} />
      <fieldset className="plain-fieldset">
        <legend>职称</legend>
        <Form.Item name="titleCode">
          <Radio.Group options={titleOptions} />
        </Form.Item>
      </fieldset>
      <Form.Item name="employer" label="单位">
        <Input maxLength={limits.employer.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item name="intro" label="简介" extra="显示在课程页上；修改后立即更新。">
        <Input.TextArea rows={4} maxLength={limits.intro.maxLength} />
      </Form.Item>
    </FormDialog>
  )
}
