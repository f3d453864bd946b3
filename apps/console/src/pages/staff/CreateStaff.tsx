import { useCreateStaff } from '@ce/client/staff/staff.ts'
import { usernameRule } from '@ce/contract/desk-rules'
import { staffCreateStaffLimits } from '@ce/contract/generated/staff-limits'
import { Form } from 'antd'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule } from '../../kit/form-rules.ts'
import { RoleCheckboxes } from './RoleCheckboxes.tsx'

export interface NewStaffPassword {
  username: string
  password: string
}

interface Fields {
  username: string
  name: string
  roles: string[]
}

interface CreateStaffProps {
  onClose: () => void
  onDone: (made: NewStaffPassword) => void
}

export function CreateStaffDialog({ onClose, onDone }: CreateStaffProps) {
  const [form] = Form.useForm<Fields>()
  const create = useCreateStaff()
  const send = async (fields: Fields) => {
    const username = fields.username.trim()
    const { password } = await create.mutateAsync({ ...fields, username })
    onDone({ username, password })
  }
  return (
    <FormDialog
      form={form}
      title="新建工作人员"
      okText="新建"
      initialValues={{ roles: [] }}
      send={send}
      onClose={onClose}
    >
      <TextItem
        name="username"
        label="用户名"
        needed
        limits={staffCreateStaffLimits.username}
        rules={[contractFieldRule(usernameRule)]}
        extra="登录用，建好后不能修改。"
        input={{ autoCapitalize: 'off', spellCheck: false }}
      />
      <TextItem name="name" label="姓名" needed counted limits={staffCreateStaffLimits.name} />
      <StaffRolesField />
    </FormDialog>
  )
}

export function StaffRolesField() {
  return (
    <fieldset className="plain-fieldset">
      <legend>角色</legend>
      <Form.Item name="roles">
        <RoleCheckboxes />
      </Form.Item>
    </fieldset>
  )
}
