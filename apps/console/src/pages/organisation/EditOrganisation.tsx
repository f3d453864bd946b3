import { type Organisation, useUpdateOrganisation } from '@ce/client/staff/organisation.ts'
import { Checkbox, Form } from 'antd'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
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

export function EditOrganisation({ organisation, onClose }: EditOrganisationProps) {
  const update = useUpdateOrganisation()
  const { id, name, contactName, contactPhone, disabled } = organisation
  const before = { name, contactName, contactPhone, disabled }
  return (
    <FormDialog<Fields>
      title={`修改：${name}`}
      okText="保存"
      initialValues={{ ...before, reason: '' }}
      send={(fields) => update.mutateAsync({ ...fields, id, disabled: fields.disabled === true, before })}
      done={(fields) => ({ title: `已保存：${fields.name}` })}
      onClose={onClose}
    >
      <OrganisationFields />
      <Form.Item name="disabled" valuePropName="checked" extra="停用后立即不能登录；已经缴费的学员不受影响。">
        <Checkbox>停用这个单位</Checkbox>
      </Form.Item>
      <ReasonField placeholder="如：联系人变更" />
    </FormDialog>
  )
}
