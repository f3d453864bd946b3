import { reasonLimits } from '@ce/contract/field-limits'
import { TextItem } from '../kit/FormItems.tsx'

interface ReasonProps {
  label?: '原因' | '处理结果'
  placeholder: string
  extra?: string
}

/** The reason is written to the audit log; the contract limits its length. */
export function ReasonField({ label = '原因', placeholder, extra = '写入操作日志。' }: ReasonProps) {
  return (
    <TextItem name="reason" label={label} needed counted limits={reasonLimits} extra={extra} input={{ placeholder }} />
  )
}
