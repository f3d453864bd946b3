import { titleOptions } from '@ce/client/format.ts'
import { type TeacherRow, useSaveTeacher } from '@ce/client/staff/teaching.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'

interface Fields {
  name: string
  titleCode: number
  employer: string
  intro: string
}

interface TeacherDialogProps {
  /** null: a new one */
  teacher: TeacherRow | null
  onClose: () => void
}

/** A teacher as students see them. */
export function TeacherDialog({ teacher, onClose }: TeacherDialogProps) {
  const save = useSaveTeacher()
  // made once: a repeated save finds the same teacher
  const [id] = useState(() => teacher?.id ?? uuid())
  const send = async (content: Fields) => {
    await save.mutateAsync({ id, version: teacher?.version ?? 0, content })
    showNotice({ kind: 'success', title: '教师已保存' })
  }
  return (
    <FormDialog<Fields>
      title={teacher ? '修改教师' : '新建教师'}
      okText="保存"
      initialValues={teacher ?? { name: '', titleCode: 0, employer: '', intro: '' }}
      send={send}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="姓名"
        rules={[needed('请填写姓名'), { min: 2, message: '姓名为 2–30 个字' }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <fieldset className="plain-fieldset">
        <legend>职称</legend>
        <Form.Item name="titleCode">
          <Radio.Group options={titleOptions} />
        </Form.Item>
      </fieldset>
      <Form.Item name="employer" label="单位">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="intro" label="简介" extra="显示在课程页上；修改后立即更新。">
        <Input.TextArea rows={4} maxLength={500} />
      </Form.Item>
    </FormDialog>
  )
}
