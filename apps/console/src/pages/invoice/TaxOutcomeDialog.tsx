import { type DeskInvoice, useResolveWithdrawnInvoice } from '@ce/client/staff/invoice.ts'
import { Form, Radio } from 'antd'
import classes from '../../components/form.module.css'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { taxStateLabels } from './labels.ts'
import { InvoiceNumberField } from './NumberField.tsx'

const outcomes = ['RED', 'VOIDED', 'NEVER_ISSUED'] as const

interface Fields {
  outcome: (typeof outcomes)[number]
  redNo?: string
}

interface SettleDialogProps {
  invoice: DeskInvoice
  onClose: () => void
}

/** Handles an application that ended while its invoice was being issued. */
export function TaxOutcomeDialog({ invoice: { id, invoiceNo }, onClose }: SettleDialogProps) {
  const [form] = Form.useForm<Fields>()
  const outcome = Form.useWatch('outcome', form)
  const send = useResolveWithdrawnInvoice()
  return (
    <FormDialog
      form={form}
      title="登记税务处理结果"
      okText="登记"
      send={(fields) => send.mutateAsync({ id, ...fields })}
      done={{ title: '已登记税务处理结果' }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        请先在税务系统中核对{invoiceNo && `发票 ${invoiceNo}`}
        ，已开具的作废或红冲后再登记。登记后不能修改；从未开具的，登记过的号码可用于另一张发票。
      </p>
      <Form.Item name="outcome" label="处理结果" rules={[{ required: true, message: '请选择处理结果' }]}>
        <Radio.Group vertical options={outcomes.map((value) => ({ value, label: taxStateLabels[value] }))} />
      </Form.Item>
      {outcome === 'RED' && <InvoiceNumberField name="redNo" label="红字发票号码" />}
    </FormDialog>
  )
}
