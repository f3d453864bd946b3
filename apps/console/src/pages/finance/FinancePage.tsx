import { Tabs } from 'antd'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { BillList } from './BillList.tsx'
import { ChannelAlert, PaymentChannels } from './Channels.tsx'
import { ClosedAccountList } from './ClosedAccountList.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { OrderList } from './Orders.tsx'
import { RefundRequestList } from './RefundRequestList.tsx'
import { YearReport } from './YearReport.tsx'

const tabs = [
  { key: 'orders', label: '订单', children: <OrderList /> },
  { key: 'refunds', label: '退款申请', children: <RefundRequestList /> },
  { key: 'differences', label: '对账差异', children: <DifferenceList /> },
  { key: 'bills', label: '对账日期', children: <BillList /> },
  { key: 'year', label: '年度收支', children: <YearReport /> },
  { key: 'closed', label: '注销账号', children: <ClosedAccountList /> },
  { key: 'channels', label: '支付渠道', children: <PaymentChannels /> },
]

/** The page 订单与对账: orders, refund requests and differences. The URL contains tab and filters. */
export function FinancePage() {
  const { get, restart } = useUrlFilters()
  const tab = get('tab') ?? 'orders'
  const open = (key: string) => {
    restart({ tab: key })
  }
  return (
    <>
      <PageHeader title="订单与对账">
        每笔钱都能从订单追到渠道交易号。退款原路退回；与渠道不一致的，逐条按凭证处理。
      </PageHeader>
      {tab !== 'channels' && <ChannelAlert onOpen={() => open('channels')} />}
      <Tabs
        activeKey={tabs.some(({ key }) => key === tab) ? tab : 'orders'}
        items={tabs}
        onChange={open}
        destroyOnHidden
      />
    </>
  )
}
