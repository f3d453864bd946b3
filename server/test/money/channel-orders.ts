import { takeNotification } from '../../src/modules/order/service/notify.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { Message } from '../factories/wechat.ts'

/** More channel orders than an order may have. */
export function channelOrdersOf(...orderNos: string[]): { outTradeNo: string }[] {
  return orderNos.flatMap((orderNo) =>
    Array.from({ length: 21 }, (_, at) => ({ outTradeNo: `${orderNo}P${at + 1}` })),
  )
}

/** Whether somebody could still pay it at the channel. */
export function isPayable({ state }: { state: string }): boolean {
  return state === 'NOTPAY' || state === 'PAYERROR'
}

/** Brings a notification where its channel was told to send it. */
export async function bring(world: Deps, { url, headers, body }: Message): Promise<void> {
  await takeNotification(world, url.split('/').at(-1) ?? '', headers, Buffer.from(body))
}
