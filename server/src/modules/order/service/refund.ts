import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lockPayment } from '../store/payments.ts'
import { findRefund, listOpenRefunds, type Refund, setRefundStatus } from '../store/refunds.ts'
import { gatewayOf, logChannel } from './channel.ts'

/** Asks the channel to give the money back; what it does not confirm now, the job asks again. */
export async function sendRefund(deps: Deps, refundNo: string): Promise<void> {
  const refund = await findRefund(deps.db, refundNo)
  const gateway = refund && gatewayOf(deps, refund.channel)
  if (!refund || !gateway || refund.status === 'DONE') return
  const answer = await gateway.refund(refund).catch((error) => {
    logChannel(`refund ${refundNo}`, error)
    return 'PENDING' as const
  })
  if (answer !== 'PENDING') await recordRefund(deps, refund, answer)
}

async function recordRefund(deps: Deps, refund: Refund, status: 'DONE' | 'FAILED'): Promise<void> {
  const { refundNo, outTradeNo, orderNo, amountFen } = refund
  await inTransaction(deps.db, async (tx) => {
    await lockPayment(tx, outTradeNo)
    if (!(await setRefundStatus(tx, refund, status))) return
    await audit(tx, {
      actor: 'system',
      action: status === 'DONE' ? 'payment.refunded' : 'payment.refundFailed',
      subject: outTradeNo,
      detail: { refundNo, orderNo, amountFen },
    })
  })
}

/** A job: refunds the channel has not confirmed are asked for again, refused ones too, until they are done. */
export async function retryRefunds(deps: Deps): Promise<void> {
  for (const refundNo of await listOpenRefunds(deps.db, 100)) await sendRefund(deps, refundNo)
}
