import { Tabs } from 'antd'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { Bills } from './Bills.tsx'
import { ChannelAlert, Channels } from './Channels.tsx'
import { ClosedAccounts } from './ClosedAccounts.tsx'
import { Differences } from './Differences.tsx'
import { Orders } from './Orders.tsx'
import { RefundRequests } from './RefundRequests.tsx'
import { YearReport } from './YearReport.tsx'

const tabs = [
  { key: 'orders', label: '订单', children: <Orders /> },
  { key: 'refunds', label: '退款申请', children: <RefundRequests /> },
  { key: 'differences', label: '对账差异', children: <Differences /> },
  { key: 'bills', label: '对账日期', children: <Bills /> },
  { key: 'year', label: '年度收支', children: <YearReport /> },
  { key: 'closed', label: '注销账号', children: <ClosedAccounts /> },
  { key: 'channels', label: '支付渠道', children: <Channels /> },
]

/** 订单与对账: orders, refunds to decide, what differs from the channels. Tab and filters stand in the URL. */
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
