import { withoutSpaces } from '@ce/client/typed-text.ts'
import { invoiceNoRule } from '@ce/contract/desk-rules'
import { invoiceNumberLimits } from '@ce/contract/generated/staff-limits'
import { TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule } from '../../kit/form-rules.ts'

export function InvoiceNumberField({ name, label }: { name: string; label: string }) {
  return (
    <TextItem
      name={name}
      label={label}
      needed
      limits={invoiceNumberLimits.invoiceNo}
      rules={[contractFieldRule(invoiceNoRule)]}
      normalize={withoutSpaces}
      input={{ inputMode: 'numeric' }}
    />
  )
}
