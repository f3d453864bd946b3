import { formatFen } from '@ce/client/format.ts'
import { type IssuedInvoiceRow, invoiceListQuery } from '@ce/client/staff/invoice.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'

type Candidate = Pick<IssuedInvoiceRow['candidates'][number], 'applyNo' | 'title' | 'amount' | 'ownerName'>

const shown = ({ applyNo, title, amount, ownerName }: Candidate) =>
  `${applyNo}，${title}，${formatFen(amount)}，${ownerName}`

/** Staff choose a suggested application or search for one. */
export function InvoiceApplicationField({ candidates }: { candidates: IssuedInvoiceRow['candidates'] }) {
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim().slice(0, searchLimits.invoices))
  const { data, isFetching } = useQuery({
    ...invoiceListQuery({ keyword, page: 1, pageSize: 20 }),
    enabled: keyword !== '',
  })
  const found = (data?.list ?? []).filter(({ state }) => state === 'PENDING' || state === 'ISSUING')
  const options = keyword
    ? found.map((one) => ({ value: one.id, label: shown(one) }))
    : candidates.map((one) => ({ value: one.invoiceId, label: shown(one) }))
  return (
    <Form.Item
      name="id"
      label="申请"
      rules={[{ required: true, message: '请选择申请' }]}
      extra="输入申请编号、抬头、税号、学员或订单号查找待开的申请。"
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={isFetching}
        options={options}
        placeholder="查找并选择申请"
        notFoundContent={keyword ? '没有符合条件的待开申请' : '请输入查找的内容'}
      />
    </Form.Item>
  )
}
