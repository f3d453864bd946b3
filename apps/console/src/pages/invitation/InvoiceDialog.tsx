import { type EmployerOrder, useEmployerInvoice } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { formatFen } from '@ce/client/format.ts'
import { emailRule } from '@ce/contract/person'
import { needed } from '@ce/frame/form-rules.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input, Radio } from 'antd'
import { FormDialog } from '../../components/FormDialog.tsx'

interface Fields {
  titleType: 'COMPANY' | 'INSTITUTION'
  email: string
  remark: string
}

/** Asks for the one invoice of an order: its title and number are the employer's own. */
export function InvoiceDialog({ order, onClose }: { order: EmployerOrder; onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const apply = useEmployerInvoice()
  const me = useEmployerSession()?.me
  return (
    <FormDialog
      form={form}
      title={`申请发票 ${formatFen(order.kept)}`}
      okText="提交申请"
      initialValues={{ titleType: 'COMPANY', email: '', remark: '' }}
      send={async (fields) => {
        await apply.mutateAsync({ ...fields, orderNo: order.orderNo })
        showNotice({ kind: 'success', title: '已申请发票', text: '开具之后可以在这里下载。' })
      }}
      onClose={onClose}
    >
      <p>
        抬头：{me?.name}
        <br />
        税号：{me?.creditCode}
      </p>
      <Form.Item name="titleType" label="抬头类型">
        <Radio.Group
          options={[
            { value: 'COMPANY', label: '企业' },
            { value: 'INSTITUTION', label: '事业单位或机关' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="email"
        label="接收邮箱"
        rules={[needed('请填写邮箱'), { pattern: emailRule.pattern, message: emailRule.msg }]}
        validateTrigger="onBlur"
      >
        <Input maxLength={100} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="remark" label="备注（可不填）">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}
