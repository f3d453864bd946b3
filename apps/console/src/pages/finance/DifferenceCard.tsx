import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type MoneyDifference, useRetryDifference } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Finance.module.css'
import { channelName, detailWords, differenceStates, differenceText, endWords } from './words.ts'

interface DifferenceCardProps {
  difference: MoneyDifference
  /** not on its order's own page */
  alone?: boolean
}

/** One difference: what it is and how far it is; settled on its own page. */
export function DifferenceCard({ difference, alone }: DifferenceCardProps) {
  const { id, subject, orderNo, channel, day, wholeDay, detail } = difference
  const { foundAt, state, rest, waits } = difference
  const { label, about } = differenceText(difference)
  return (
    <article className={classes.card} aria-label={`${label}：${about}`}>
      <div className={classes.head}>
        <strong>{label}</strong>
        <StatusMark kind={differenceStates[state].kind}>
          {waits ? '待第二人审核' : differenceStates[state].label}
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
      <p>{detailWords(detail, subject)}</p>
      <p className={classes.hint}>
        {formatDateTime(foundAt)} 发现
        {channel && `，${channelName(channel)}`}
        {day && !wholeDay ? `，${day} 的账单` : ''}
        {state === 'OPEN' && rest > 0 && `，待处理 ${formatFen(rest)}`}
      </p>
      {state !== 'OPEN' && (
        <p>
          {difference.resolvedBy ?? '系统'} {formatDateTime(difference.resolvedAt)}：
          {endWords(difference)}
        </p>
      )}
      <div className={classes.buttons}>
        <AskAgain difference={difference} />
        <Link
          to={paths.financeCase(id)}
          aria-label={`${state === 'OPEN' ? '处理' : '查看'}：${about}`}
        >
          {state === 'OPEN' ? '处理…' : '查看'}
        </Link>
      </div>
    </article>
  )
}

/** Asks the channel now, where that may settle it. */
export function AskAgain({ difference }: { difference: MoneyDifference }) {
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
