import { useCreateStaff } from '@ce/client/staff/staff.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import { nameRules, usernameRules } from './staff-rules.ts'

/** A password that was just made, and for whom. */
export interface NewPassword {
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
  onDone: (made: NewPassword) => void
}

/** A new account; its one-time password is shown afterwards. */
export function CreateStaff({ onClose, onDone }: CreateStaffProps) {
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
      <Form.Item
        name="username"
        label="用户名"
        rules={usernameRules}
        validateTrigger="onBlur"
        extra="登录用，建好后不能修改。"
      >
        <Input maxLength={30} autoComplete="off" autoCapitalize="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="name" label="姓名" rules={nameRules} validateTrigger="onBlur">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Roles />
    </FormDialog>
  )
}

/** The roles as a group of the form, named for screen readers. */
export function Roles() {
  return (
    <fieldset className="plain-fieldset">
      <legend>角色</legend>
      <Form.Item name="roles">
        <RoleChoice />
      </Form.Item>
    </fieldset>
  )
}
