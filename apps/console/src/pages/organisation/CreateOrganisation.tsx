import { useCreateOrganisation } from '@ce/client/staff/organisation.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { uuid } from '@ce/client/uuid.ts'
import { creditCodeProblem } from '@ce/contract/person'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'
import { OrganisationFields } from './OrganisationFields.tsx'

/** A password that was just made, and for whom. */
export interface NewPassword {
  account: string
  password: string
}

interface Fields {
  creditCode: string
  name: string
  contactName: string
  contactPhone: string
}

interface CreateOrganisationProps {
  onClose: () => void
  onDone: (made: NewPassword) => void
}

/** A new employer; its one-time password is shown afterwards. */
export function CreateOrganisation({ onClose, onDone }: CreateOrganisationProps) {
  const [id] = useState(uuid)
  const create = useCreateOrganisation()
  const send = async (fields: Fields) => {
    const { password } = await create.mutateAsync({ ...fields, id })
    if (password) onDone({ account: `${fields.name}（${fields.creditCode}）`, password })
    // the answer to the first try was lost, and with it the password
    else showNotice({ kind: 'success', title: '单位已建好', text: '一次性密码没有收到，请重置。' })
  }
  const check = async (_rule: unknown, value: string | undefined) => {
    const problem = value ? creditCodeProblem(value) : null
    if (problem) throw new Error(problem)
  }
  return (
    <FormDialog title="新建用人单位" okText="新建" send={send} onClose={onClose}>
      <Form.Item
        name="creditCode"
        label="统一社会信用代码"
        normalize={withoutSpaces}
        rules={[needed('请填写统一社会信用代码'), { validator: check }]}
        validateTrigger="onBlur"
        extra="单位用它登录，建好后不能修改。"
      >
        <Input maxLength={40} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Form.Item>
      <OrganisationFields />
    </FormDialog>
  )
}
