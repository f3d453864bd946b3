import { type DeskInvoice, useSettleInvoice } from '@ce/client/staff/invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Radio } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { NumberField } from './NumberField.tsx'
import { taxWords } from './words.ts'

const outcomes = ['RED', 'VOIDED', 'NEVER_ISSUED'] as const

interface Fields {
  outcome: (typeof outcomes)[number]
  redNo?: string
}

interface SettleDialogProps {
  invoice: DeskInvoice
  onClose: () => void
}

/** What became, in the tax system, of an application that was given up while it was being issued. */
export function SettleDialog({ invoice: { id, invoiceNo }, onClose }: SettleDialogProps) {
  const [form] = Form.useForm<Fields>()
  const outcome = Form.useWatch('outcome', form)
  const send = useSettleInvoice()
  return (
    <FormDialog
      form={form}
      title="登记税务处理结果"
      okText="登记"
      send={async (fields) => {
        await send.mutateAsync({ id, ...fields })
        showNotice({ kind: 'success', title: '已登记税务处理结果', text: '' })
      }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        请先在税务系统中核对{invoiceNo && `发票 ${invoiceNo}`}
        ，已开具的作废或红冲后再登记。登记后不能修改；从未开具的，登记过的号码可用于另一张发票。
      </p>
      <Form.Item
        name="outcome"
        label="处理结果"
        rules={[{ required: true, message: '请选择处理结果' }]}
      >
        <Radio.Group
          vertical
          options={outcomes.map((value) => ({ value, label: taxWords[value] }))}
        />
      </Form.Item>
      {outcome === 'RED' && <NumberField name="redNo" label="红字发票号码" />}
    </FormDialog>
  )
}
