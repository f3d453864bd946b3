import { useCreateOrganisation } from '@ce/client/staff/organisation.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { organisationCreateLimits } from '@ce/contract/generated/staff-limits'
import { creditCodeProblem } from '@ce/contract/person'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { problemRule } from '../../kit/form-rules.ts'
import { OrganisationFields } from './OrganisationFields.tsx'

export interface CreatedOrganisationPassword {
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
  onDone: (made: CreatedOrganisationPassword) => void
}

/** After creation the dialog shows the one-time password. */
export function CreateOrganisation({ onClose, onDone }: CreateOrganisationProps) {
  const [id] = useState(randomUuid)
  const create = useCreateOrganisation()
  const send = async (fields: Fields) => {
    const { password } = await create.mutateAsync({ ...fields, id })
    if (password) onDone({ account: `${fields.name}（${fields.creditCode}）`, password })
    else showNotice({ kind: 'success', title: '单位已建好', text: '一次性密码没有收到，请重置。' })
  }
  return (
    <FormDialog title="新建用人单位" okText="新建" send={send} onClose={onClose}>
      <TextItem
        name="creditCode"
        label="统一社会信用代码"
        needed
        limits={organisationCreateLimits.creditCode}
        rules={[problemRule(creditCodeProblem)]}
        normalize={withoutSpaces}
        extra="单位用它登录，建好后不能修改。"
        input={{ autoCapitalize: 'characters', spellCheck: false }}
      />
      <OrganisationFields />
    </FormDialog>
  )
}
