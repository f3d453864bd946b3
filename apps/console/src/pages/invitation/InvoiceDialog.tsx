import {
  type EmployerInvoice,
  type EmployerOrder,
  employerInvoiceQuery,
  useEmployerInvoice,
} from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { formatFen } from '@ce/client/format.ts'
import { remarkLabel } from '@ce/client/invoice-text.ts'
import { emailLabel, employerEmailHint } from '@ce/client/invoice-title.ts'
import { emailRule, invoiceTitleTypes } from '@ce/contract/person'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'

interface Fields {
  titleType: 'COMPANY' | 'INSTITUTION'
  email: string
  remark: string
}

interface DialogProps {
  order: EmployerOrder
  onClose: () => void
}

/** Asks for the one invoice of an order; what was asked for before is there to begin with, and corrected while it waits. */
export function InvoiceDialog(props: DialogProps) {
  // as it is opened: once it is sent there is one, and the dialog is about to close
  const [before] = useState(props.order.invoice !== null)
  return before ? <DialogAfter {...props} /> : <TitledDialog {...props} earlier={null} />
}

function DialogAfter(props: DialogProps) {
  const query = employerInvoiceQuery(props.order.orderNo)
  const { data, isLoading } = useQuery({ ...query, refetchOnWindowFocus: false })
  return isLoading ? null : <TitledDialog {...props} earlier={data ?? null} />
}

/** The title and its number are the employer's own. */
function TitledDialog({
  order,
  onClose,
  earlier,
}: DialogProps & { earlier: EmployerInvoice | null }) {
  const apply = useEmployerInvoice()
  const me = useEmployerSession()?.me
  // as it was opened: staff that were faster say so when it is sent
  const [waiting] = useState(earlier?.mayWithdraw ? earlier.id : null)
  return (
    <FormDialog<Fields>
      title={`${waiting ? '修改发票申请' : '申请发票'} ${formatFen(order.kept)}`}
      okText={waiting ? '提交修改' : '提交申请'}
      marked
      initialValues={startOf(earlier)}
      send={async (fields) => {
        const insteadOf = waiting ? { insteadOf: waiting } : {}
        await apply.mutateAsync({ ...fields, ...insteadOf, orderNo: order.orderNo })
        const title = waiting ? '发票申请已修改' : '已申请发票'
        showNotice({ kind: 'success', title, text: '开具之后可以在这里下载。' })
      }}
      onClose={onClose}
    >
      <p>
        抬头：{me?.name}
        <br />
        税号：{me?.creditCode}
      </p>
      <Form.Item name="titleType" label="抬头类型" required>
        <Radio.Group
          options={(['COMPANY', 'INSTITUTION'] as const).map((value) => ({
            value,
            label: invoiceTitleTypes[value],
          }))}
        />
      </Form.Item>
      <Form.Item
        name="email"
        label={emailLabel}
        rules={[{ pattern: emailRule.pattern, message: emailRule.msg }]}
        validateTrigger="onBlur"
        extra={employerEmailHint}
      >
        <Input maxLength={100} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="remark" label={remarkLabel}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

function startOf(earlier: EmployerInvoice | null): Fields {
  return {
    titleType: earlier?.titleType === 'INSTITUTION' ? 'INSTITUTION' : 'COMPANY',
    email: earlier?.email ?? '',
    remark: earlier?.remark ?? '',
  }
}
