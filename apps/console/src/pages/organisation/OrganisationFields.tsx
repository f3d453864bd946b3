import { organisationUpdateLimits } from '@ce/contract/generated/staff-limits'
import { contactPhoneRule } from '@ce/contract/person'
import { TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule } from '../../kit/form-rules.ts'

export function OrganisationFields() {
  return (
    <>
      <TextItem
        name="name"
        label="单位名称"
        needed
        counted="名称"
        limits={organisationUpdateLimits.name}
        extra="与营业执照一致：发票抬头用它。"
      />
      <TextItem name="contactName" label="联系人" needed counted limits={organisationUpdateLimits.contactName} />
      <TextItem
        name="contactPhone"
        label="联系电话"
        needed={contactPhoneRule.msg}
        limits={organisationUpdateLimits.contactPhone}
        rules={[contractFieldRule(contactPhoneRule)]}
        input={{ inputMode: 'tel' }}
      />
    </>
  )
}
