import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type { ListedClosedAccountMoney } from '@ce/client/staff/finance.ts'
import { closedAccountsQuery, useDecideNoRefund } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'

const closedMoney = defineList({
  label: '注销账号未学费用',
  unit: '项',
  filters: { state: viewFilter('处理状态', { OPEN: '待处理', KEPT: '已确认不退' }, 'OPEN') },
  query: (filter, page) => closedAccountsQuery({ ...filter, ...page }),
  empty: ({ state }) => ({
    title: state === 'OPEN' ? '没有待处理的费用' : '没有确认不退的费用',
    text: '学员注销账号且有缴费后没有学完的课程时，显示在这里。',
  }),
})

export function ClosedAccountList() {
  const list = useList(closedMoney)
  const { data } = list.query
  const [chosen, setChosen] = useState<ListedClosedAccountMoney | null>(null)
  const mayDecide = usePermission('finance.resolve')
  return (
    <>
      <List
        list={list}
        rowKey={({ orderNo, signId }) => `${orderNo} ${signId}`}
        columns={columnsFor(mayDecide ? setChosen : undefined)}
        above={
          <p className={cards.hint}>
            学员注销账号时，缴费后没有学完的部分列在这里。要退的，打开订单发起退款，退款后自动办结；按约定不退的，写明依据。
            {data && data.total > 0 && ` 合计 ${formatFen(data.amountTotal)}。`}
          </p>
        }
      />
      {chosen && <KeepDialog money={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function KeepDialog({ money, onClose }: { money: ListedClosedAccountMoney; onClose: () => void }) {
  const keep = useDecideNoRefund()
  const { orderNo, signId, amount } = money
  return (
    <ReasonDialog
      marked
      title={`确认不退 ${formatFen(amount)}`}
      okText="确认不退"
      placeholder="如：学员注销时已确认放弃"
      send={(reason) => keep.mutateAsync({ orderNo, signId, reason })}
      done={{ title: '已确认不退' }}
      onClose={onClose}
    >
      <p>订单 {orderNo} 的这笔费用留作收入，不再列入待处理。</p>
    </ReasonDialog>
  )
}

const columnsFor = (
  onKeep?: (money: ListedClosedAccountMoney) => void,
): TableProps<ListedClosedAccountMoney>['columns'] => [
  {
    key: 'order',
    title: '订单',
    render: (_, { orderNo, title, year }) => (
      <CellWithNote note={`${year} 年度，${title}`}>
        <Link to={paths.financeOrder(orderNo)}>{orderNo}</Link>
      </CellWithNote>
    ),
  },
  {
    key: 'amount',
    title: '未学费用',
    render: (_, { amount, paid, hoursLeft, paidBy }) => (
      <CellWithNote
        note={
          <>
            {hoursLeft} 学时未学，实缴 {formatFen(paid)}
            {paidBy && `，${paidBy} 代缴`}
          </>
        }
      >
        {formatFen(amount)}
      </CellWithNote>
    ),
  },
  { key: 'opened', title: '注销时间', render: (_, { openedAt }) => formatDateTime(openedAt) },
  {
    key: 'state',
    title: '处理',
    render: (_, row) => <Outcome money={row} {...(onKeep ? { onKeep } : {})} />,
  },
]

function Outcome({
  money,
  onKeep,
}: {
  money: ListedClosedAccountMoney
  onKeep?: (money: ListedClosedAccountMoney) => void
}) {
  const { state, decidedBy, decidedAt, reason } = money
  if (state === 'RETURNED') return <StatusMark kind="done">已退款或正在退款</StatusMark>
  if (state === 'KEPT')
    return (
      <CellWithNote note={`${decidedBy} ${formatDateTime(decidedAt)}：${reason}`}>
        <StatusMark kind="done">已确认不退</StatusMark>
      </CellWithNote>
    )
  return onKeep ? (
    <Button onClick={() => onKeep(money)}>确认不退…</Button>
  ) : (
    <StatusMark kind="warning">待处理</StatusMark>
  )
}
