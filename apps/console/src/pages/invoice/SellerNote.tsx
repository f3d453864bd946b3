import {
  type InvoiceSeller,
  invoiceSellerQuery,
  useSetInvoiceSeller,
} from '@ce/client/staff/invoice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { creditCodeValid } from '@ce/contract/person'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { needed } from '../../kit/form-rules.ts'
import classes from './Invoice.module.css'

/** Whom the uploaded invoices are compared with; that they are not, while nobody has said. */
export function SellerNote() {
  const { data: seller } = useQuery(invoiceSellerQuery())
  const maySet = usePermission('setting.edit')
  const [open, setOpen] = useState(false)
  if (!seller) return null
  const change = maySet && (
    <Button size="small" onClick={() => setOpen(true)}>
      {seller.name ? '修改…' : '设置销售方…'}
    </Button>
  )
  return (
    <>
      {seller.name ? (
        <p className={classes.buttons}>
          <span>
            销售方：{seller.name}（{seller.taxNo}），不是它开具的发票不予开具。
          </span>
          {change}
        </p>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={`没有设置销售方，上传的发票不核对由谁开具。${maySet ? '' : '请联系可以修改运行参数的工作人员设置。'}`}
          action={change}
        />
      )}
      {open && <SellerDialog before={seller} onClose={() => setOpen(false)} />}
    </>
  )
}

function SellerDialog({ before, onClose }: { before: InvoiceSeller; onClose: () => void }) {
  const set = useSetInvoiceSeller()
  return (
    <FormDialog
      title="发票的销售方"
      okText="保存"
      marked
      initialValues={{ ...before, reason: '' }}
      send={async (fields) => {
        await set.mutateAsync({ ...fields, before })
        showNotice({ kind: 'success', title: '已保存', text: '几秒内生效。' })
      }}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label="销售方名称"
        rules={[needed('请填写销售方名称')]}
        validateTrigger="onBlur"
        extra="与税务登记一致的全称。"
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="taxNo"
        label="统一社会信用代码"
        normalize={withoutSpaces}
        rules={[needed('请填写统一社会信用代码'), code]}
        validateTrigger="onBlur"
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Reason placeholder="如：按税务登记设置" />
    </FormDialog>
  )
}

const code = {
  validator: async (_: unknown, value: string) => {
    if (value && !creditCodeValid(value.toUpperCase())) throw new Error('不正确，请核对 18 位代码')
  },
}
