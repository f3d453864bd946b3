import type { InvoiceSeller } from '@ce/client/staff/invoice.ts'
import { invoiceSellerQuery, useSetInvoiceSeller } from '@ce/client/staff/invoice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { invoiceSetSellerLimits } from '@ce/contract/generated/staff-limits'
import { isCreditCodeValid } from '@ce/contract/person'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'

/** Shows the seller that uploaded invoices must name, or a warning if none is configured. */
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
        <p className={cards.buttons}>
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
      send={(fields) => set.mutateAsync({ ...fields, before })}
      done={{ title: '已保存', text: '几秒内生效。' }}
      onClose={onClose}
    >
      <TextItem
        name="name"
        label="销售方名称"
        needed
        limits={invoiceSetSellerLimits.name}
        extra="与税务登记一致的全称。"
      />
      <TextItem
        name="taxNo"
        label="统一社会信用代码"
        needed
        limits={invoiceSetSellerLimits.taxNo}
        rules={[code]}
        normalize={withoutSpaces}
      />
      <ReasonField placeholder="如：按税务登记设置" />
    </FormDialog>
  )
}

const code = {
  validator: async (_: unknown, value: string) => {
    if (value && !isCreditCodeValid(value.toUpperCase())) throw new Error('不正确，请核对 18 位代码')
  },
}
