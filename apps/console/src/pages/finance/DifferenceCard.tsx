import { formatDateTime } from '@ce/client/format.ts'
import {
  type MoneyDifference,
  useResolveDifference,
  useRetryDifference,
} from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import { channelName, detailWords, differenceStates, differenceText } from './words.ts'

interface DifferenceCardProps {
  difference: MoneyDifference
  /** not on its order's own page */
  alone?: boolean
}

/** One difference: what it is, what to do, what was done. */
export function DifferenceCard({ difference, alone }: DifferenceCardProps) {
  const { subject, orderNo, channel, day, detail, foundAt, state } = difference
  const { label, about, advice } = differenceText(difference)
  return (
    <article className={classes.card} aria-label={`${label}：${about}`}>
      <div className={classes.head}>
        <strong>{label}</strong>
        <StatusMark kind={differenceStates[state].kind}>{differenceStates[state].label}</StatusMark>
      </div>
      <p className={classes.number}>
        {about}
        {alone && orderNo && (
          <>
            {' · '}
            <Link to={paths.financeOrder(orderNo)}>查看订单</Link>
          </>
        )}
      </p>
      <p>{detailWords(detail, subject)}</p>
      <p className={classes.hint}>
        {formatDateTime(foundAt)} 发现
        {channel && `，${channelName(channel)}`}
        {day && about === subject ? `，${day} 的账单` : ''}
      </p>
      {state === 'OPEN' ? (
        <>
          <p>{advice}</p>
          <Actions difference={difference} />
        </>
      ) : (
        <p>
          {difference.resolvedBy ?? '系统'} {formatDateTime(difference.resolvedAt)}：
          {difference.resolution ?? '向渠道核对后一致'}
        </p>
      )}
    </article>
  )
}

function Actions({ difference }: { difference: MoneyDifference }) {
  const mayResolve = usePermission('finance.resolve')
  const retry = useRetryDifference()
  const [open, setOpen] = useState(false)
  if (!mayResolve) return null
  const { id } = difference
  const { about, asks } = differenceText(difference)
  const ask = async () => {
    const { state } = await retry.mutateAsync({ id })
    if (state === 'OPEN') showNotice({ kind: 'info', title: '已向渠道核对，仍不一致' })
    else showNotice({ kind: 'success', title: '已一致' })
  }
  return (
    <div className={classes.buttons}>
      {asks && (
        <Button loading={retry.isPending} onClick={() => void ask().catch(() => undefined)}>
          再次核对
        </Button>
      )}
      <Button aria-label={`写明处理结果…：${about}`} onClick={() => setOpen(true)}>
        写明处理结果…
      </Button>
      {open && <ResolveDialog difference={difference} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ResolveDialog({
  difference,
  onClose,
}: {
  difference: MoneyDifference
  onClose: () => void
}) {
  const resolve = useResolveDifference()
  // as it was when the dialog was opened: what is read anew behind it, its maker has not seen
  const [{ id, foundAt }] = useState(difference)
  return (
    <FormDialog
      title="写明处理结果"
      okText="结束这条差异"
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await resolve.mutateAsync({ id, foundAt, reason })
        showNotice({ kind: 'success', title: '已结束' })
      }}
      onClose={onClose}
    >
      <p>结束后不再提醒；订单与账目不会因此改变。</p>
      <Reason label="处理结果" placeholder="如：已在商户平台退回，交易号 4200…" />
    </FormDialog>
  )
}
