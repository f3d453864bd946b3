import { editableStaffFields, type StaffMember, useUpdateStaff } from '@ce/client/staff/staff.ts'
import { staffUpdateStaffLimits } from '@ce/contract/generated/staff-limits'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { StaffRolesField } from './CreateStaff.tsx'

interface Fields {
  name: string
  roles: string[]
  reason: string
}

export function EditStaffDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const update = useUpdateStaff()
  const send = (fields: Fields) => {
    const before = editableStaffFields(member)
    return update.mutateAsync({ ...before, ...fields, id: member.id, before })
  }
  return (
    <FormDialog<Fields>
      title={`编辑：${member.name}（${member.username}）`}
      okText="保存"
      initialValues={{ ...editableStaffFields(member), reason: '' }}
      send={send}
      done={(fields) => ({ title: `已保存：${fields.name}`, text: '新的权限立即生效。' })}
      onClose={onClose}
    >
      <TextItem name="name" label="姓名" needed counted limits={staffUpdateStaffLimits.name} />
      <StaffRolesField />
      <ReasonField placeholder="如：转岗到内容组" />
    </FormDialog>
  )
}
