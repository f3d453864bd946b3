import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type ClosedMoney,
  closedAccountsQuery,
  useKeepClosedMoney,
} from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { Reason } from '../../components/Reason.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'

const states = [
  { value: 'OPEN', label: '待处理' },
  { value: 'KEPT', label: '已确认不退' },
] as const
type State = (typeof states)[number]['value']

/** What was paid and not studied when its account was closed: given back by a refund of the order, or kept, with a reason. */
export function ClosedAccounts() {
  const { oneOf, set, page, pageSize } = useUrlFilters()
  const state = oneOf('state', ['OPEN', 'KEPT']) ?? 'OPEN'
  const query = useQuery(closedAccountsQuery({ state, page, pageSize }))
  const [chosen, setChosen] = useState<ClosedMoney | null>(null)
  const mayDecide = usePermission('finance.resolve')
  return (
    <>
      <ChoiceStrip className={classes.kinds}>
        <Segmented<State>
          aria-label="处理状态"
          value={state}
          options={[...states]}
          onChange={(value) => set({ state: value })}
        />
      </ChoiceStrip>
      <p className={classes.hint}>
        学员注销账号时，缴费后没有学完的部分列在这里。要退的，打开订单发起退款，退款后自动办结；按约定不退的，写明依据。
        {query.data && query.data.total > 0 && ` 合计 ${formatFen(query.data.amountTotal)}。`}
      </p>
      <ListTable
        label="注销账号未学费用"
        unit="项"
        query={query}
        rowKey={({ orderNo, signId }) => `${orderNo} ${signId}`}
        columns={columnsFor(mayDecide ? setChosen : undefined)}
        empty={
          <EmptyState title={state === 'OPEN' ? '没有待处理的费用' : '没有确认不退的费用'}>
            学员注销账号且有缴费后没有学完的课程时，显示在这里。
          </EmptyState>
        }
      />
      {chosen && <KeepDialog money={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function KeepDialog({ money, onClose }: { money: ClosedMoney; onClose: () => void }) {
  const keep = useKeepClosedMoney()
  const { orderNo, signId, amount } = money
  return (
    <FormDialog
      marked
      title={`确认不退 ${formatFen(amount)}`}
      okText="确认不退"
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await keep.mutateAsync({ orderNo, signId, reason })
        showNotice({ kind: 'success', title: '已确认不退', text: '' })
      }}
      onClose={onClose}
    >
      <p>订单 {orderNo} 的这笔费用留作收入，不再列入待处理。</p>
      <Reason placeholder="如：学员注销时已确认放弃" extra="写入操作日志。" />
    </FormDialog>
  )
}

const columnsFor = (onKeep?: (money: ClosedMoney) => void): TableProps<ClosedMoney>['columns'] => [
  {
    key: 'order',
    title: '订单',
    render: (_, { orderNo, title, year }) => (
      <>
        <Link to={paths.financeOrder(orderNo)}>{orderNo}</Link>
        <span className="cell-note">
          {year} 年度，{title}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    title: '未学费用',
    render: (_, { amount, paid, hoursLeft, paidBy }) => (
      <>
        {formatFen(amount)}
        <span className="cell-note">
          {hoursLeft} 学时未学，实缴 {formatFen(paid)}
          {paidBy && `，${paidBy} 代缴`}
        </span>
      </>
    ),
  },
  { key: 'opened', title: '注销时间', render: (_, { openedAt }) => formatDateTime(openedAt) },
  {
    key: 'state',
    title: '处理',
    render: (_, row) => <Outcome money={row} {...(onKeep ? { onKeep } : {})} />,
  },
]

function Outcome({ money, onKeep }: { money: ClosedMoney; onKeep?: (money: ClosedMoney) => void }) {
  const { state, decidedBy, decidedAt, reason } = money
  if (state === 'RETURNED') return <StatusMark kind="done">已退款或正在退款</StatusMark>
  if (state === 'KEPT')
    return (
      <>
        <StatusMark kind="done">已确认不退</StatusMark>
        <span className="cell-note">
          {decidedBy} {formatDateTime(decidedAt)}：{reason}
        </span>
      </>
    )
  return onKeep ? (
    <Button onClick={() => onKeep(money)}>确认不退…</Button>
  ) : (
    <StatusMark kind="warning">待处理</StatusMark>
  )
}
