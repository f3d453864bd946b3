import { accountOf, type StaffMember, useUpdateStaff } from '@ce/client/staff/staff.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { Roles } from './CreateStaff.tsx'
import { nameRules } from './staff-rules.ts'

interface Fields {
  name: string
  roles: string[]
  reason: string
}

/** Name and roles of an account; what changed and why goes to the log. */
export function EditStaff({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const update = useUpdateStaff()
  const send = async (fields: Fields) => {
    const before = accountOf(member)
    await update.mutateAsync({ ...before, ...fields, id: member.id, before })
    showNotice({ kind: 'success', title: `已保存：${fields.name}`, text: '新的权限立即生效。' })
  }
  return (
    <FormDialog<Fields>
      title={`编辑：${member.name}（${member.username}）`}
      okText="保存"
      initialValues={{ ...accountOf(member), reason: '' }}
      send={send}
      onClose={onClose}
    >
      <Form.Item name="name" label="姓名" rules={nameRules} validateTrigger="onBlur">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Roles />
      <Reason placeholder="如：转岗到内容组" />
    </FormDialog>
  )
}
