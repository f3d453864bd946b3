import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { formatRemainingTime } from '../format.ts'
import type { PaymentState } from '../payment/poll.ts'
import classes from './PaymentNews.module.css'

interface PaymentNewsProps {
  state: PaymentState
  /** Seconds until the order closes; null while the server's time is unknown. */
  secondsLeft: number | null
  failed?: string
}

export function PaymentNotice({ state, secondsLeft, failed = '支付未成功，可重新扫码支付' }: PaymentNewsProps) {
  const { offline, channelFailed, notYet } = state
  return (
    <>
      <p className={classes.left}>
        {secondsLeft === null ? (
          '正在查询剩余支付时间…'
        ) : (
          <>
            订单将在 <span role="timer">{formatRemainingTime(secondsLeft)}</span> 后关闭
          </>
        )}
      </p>
      <div aria-live="polite" className={classes.state}>
        {offline && <StatusMark kind="warning">网络不通，恢复后会自动查询结果</StatusMark>}
        {!offline && channelFailed && <StatusMark kind="error">{failed}</StatusMark>}
        {!offline && !channelFailed && notYet && (
          <StatusMark kind="doing">还没有查到支付结果，到账后页面会自动更新</StatusMark>
        )}
      </div>
    </>
  )
}
