import { type Organisation, useUpdateOrganisation } from '@ce/client/staff/organisation.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Checkbox, Form } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { OrganisationFields } from './OrganisationFields.tsx'

interface Fields {
  name: string
  contactName: string
  contactPhone: string
  disabled: boolean
  reason: string
}

interface EditOrganisationProps {
  organisation: Organisation
  onClose: () => void
}

/** Name, contact, and whether it may sign in; what changed and why goes to the log. */
export function EditOrganisation({ organisation, onClose }: EditOrganisationProps) {
  const update = useUpdateOrganisation()
  const { id, name, contactName, contactPhone, disabled } = organisation
  const before = { name, contactName, contactPhone, disabled }
  return (
    <FormDialog<Fields>
      title={`修改：${name}`}
      okText="保存"
      initialValues={{ ...before, reason: '' }}
      send={async (fields) => {
        await update.mutateAsync({ ...fields, id, disabled: fields.disabled === true, before })
        showNotice({ kind: 'success', title: `已保存：${fields.name}` })
      }}
      onClose={onClose}
    >
      <OrganisationFields />
      <Form.Item
        name="disabled"
        valuePropName="checked"
        extra="停用后立即不能登录；已经缴费的学员不受影响。"
      >
        <Checkbox>停用这个单位</Checkbox>
      </Form.Item>
      <Reason placeholder="如：联系人变更" />
    </FormDialog>
  )
}
