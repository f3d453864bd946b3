import type { EmployerInvoice, EmployerOrder } from '@ce/client/employer.ts'
import { employerInvoiceQuery, useApplyForEmployerInvoice } from '@ce/client/employer.ts'
import { useEmployerSession } from '@ce/client/employer-session.ts'
import { formatFen } from '@ce/client/format.ts'
import { invoiceRemarkLabel } from '@ce/client/invoice-text.ts'
import { employerInvoiceEmailHint, invoiceEmailLabel } from '@ce/client/invoice-title.ts'
import { invitationApplyInvoiceLimits } from '@ce/contract/generated/employer-limits'
import { emailRule, invoiceTitleTypeLabels } from '@ce/contract/person'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'

interface Fields {
  titleType: 'COMPANY' | 'INSTITUTION'
  email: string
  remark: string
}

interface DialogProps {
  order: EmployerOrder
  onClose: () => void
}

/** Requests the invoice of an order, or edits a request that still waits. */
export function EmployerInvoiceDialog(props: DialogProps) {
  // Read once when the dialog opens, because the request changes while the dialog closes.
  const [before] = useState(props.order.invoice !== null)
  return before ? <DialogAfter {...props} /> : <TitledDialog {...props} earlier={null} />
}

function DialogAfter(props: DialogProps) {
  const query = employerInvoiceQuery(props.order.orderNo)
  const { data, isLoading } = useQuery({ ...query, refetchOnWindowFocus: false })
  return isLoading ? null : <TitledDialog {...props} earlier={data ?? null} />
}

/** The invoice names the employer and its tax number. */
function TitledDialog({ order, onClose, earlier }: DialogProps & { earlier: EmployerInvoice | null }) {
  const apply = useApplyForEmployerInvoice()
  const me = useEmployerSession()?.me
  // If staff have begun the invoice meanwhile, the server refuses the edit.
  const [waiting] = useState(earlier?.mayWithdraw ? earlier.id : null)
  return (
    <FormDialog<Fields>
      title={`${waiting ? '修改发票申请' : '申请发票'} ${formatFen(order.kept)}`}
      okText={waiting ? '提交修改' : '提交申请'}
      marked
      initialValues={startOf(earlier)}
      send={(fields) => {
        const insteadOf = waiting ? { insteadOf: waiting } : {}
        return apply.mutateAsync({ ...fields, ...insteadOf, orderNo: order.orderNo })
      }}
      done={{ title: waiting ? '发票申请已修改' : '已申请发票', text: '开具之后可以在这里下载。' }}
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
            label: invoiceTitleTypeLabels[value],
          }))}
        />
      </Form.Item>
      <Form.Item
        name="email"
        label={invoiceEmailLabel}
        rules={[{ pattern: emailRule.pattern, message: emailRule.msg }]}
        validateTrigger="onBlur"
        extra={employerInvoiceEmailHint}
      >
        <Input maxLength={invitationApplyInvoiceLimits.email.maxLength} autoComplete="email" inputMode="email" />
      </Form.Item>
      <Form.Item name="remark" label={invoiceRemarkLabel}>
        <Input maxLength={invitationApplyInvoiceLimits.remark.maxLength} autoComplete="off" />
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
