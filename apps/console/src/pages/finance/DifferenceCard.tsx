import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type MoneyDifference, useRetryDifference } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import {
  channelName,
  differenceResolutionText,
  differenceStateLabels,
  differenceText,
  eventDetailText,
} from './labels.ts'

interface DifferenceCardProps {
  difference: MoneyDifference
  alone?: boolean
}

/** Shows a difference with its state; staff decide it on its own page. */
export function DifferenceCard({ difference, alone }: DifferenceCardProps) {
  const { id, subject, orderNo, channel, day, wholeDay, detail } = difference
  const { foundAt, state, rest, waits } = difference
  const { label, about } = differenceText(difference)
  return (
    <article className={cards.card} aria-label={`${label}：${about}`}>
      <div className={cards.head}>
        <strong>{label}</strong>
        <StatusMark kind={differenceStateLabels[state].kind}>
          {waits ? '待第二人审核' : differenceStateLabels[state].label}
        </StatusMark>
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
      <p>{eventDetailText(detail, subject)}</p>
      <p className={cards.hint}>
        {formatDateTime(foundAt)} 发现
        {channel && `，${channelName(channel)}`}
        {day && !wholeDay ? `，${day} 的账单` : ''}
        {state === 'OPEN' && rest > 0 && `，待处理 ${formatFen(rest)}`}
      </p>
      {state !== 'OPEN' && (
        <p>
          {difference.resolvedBy ?? '系统'} {formatDateTime(difference.resolvedAt)}：
          {differenceResolutionText(difference)}
        </p>
      )}
      <div className={cards.buttons}>
        <RecheckDifferenceButton difference={difference} />
        <Link to={paths.financeCase(id)} aria-label={`${state === 'OPEN' ? '处理' : '查看'}：${about}`}>
          {state === 'OPEN' ? '处理…' : '查看'}
        </Link>
      </div>
    </article>
  )
}

export function RecheckDifferenceButton({ difference }: { difference: MoneyDifference }) {
  const mayResolve = usePermission('finance.resolve')
  const retry = useRetryDifference()
  const { id, state } = difference
  if (!mayResolve || state !== 'OPEN' || !differenceText(difference).asks) return null
  const ask = async () => {
    const after = await retry.mutateAsync({ id })
    if (after.state === 'OPEN') showNotice({ kind: 'info', title: '已向渠道核对，仍不一致' })
    else showNotice({ kind: 'success', title: '已一致' })
  }
  return (
    <Button loading={retry.isPending} onClick={() => void ask().catch(() => undefined)}>
      再次核对
    </Button>
  )
}
