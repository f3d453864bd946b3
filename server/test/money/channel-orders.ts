import { applyPaymentNotification } from '../../src/modules/money/order/service/notify.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { TestChannelNotification } from '../factories/wechat.ts'

export function listPossibleChannelOrders(...orderNos: string[]): { outTradeNo: string }[] {
  return orderNos.flatMap((orderNo) => Array.from({ length: 21 }, (_, at) => ({ outTradeNo: `${orderNo}P${at + 1}` })))
}

export function isPayableAtChannel({ state }: { state: string }): boolean {
  return state === 'NOTPAY' || state === 'PAYERROR'
}

export async function deliverChannelNotification(
  world: Deps,
  { url, headers, body }: TestChannelNotification,
): Promise<void> {
  await applyPaymentNotification(world, url.split('/').at(-1) ?? '', headers, Buffer.from(body))
}
