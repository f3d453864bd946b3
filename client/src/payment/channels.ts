import { payTypeNames } from '@ce/contract/state-names'
import { showNotice } from '@ce/ui/notices.ts'
import { CallRefused, type ClientInput } from '../call.ts'
import { showWriteError } from '../failures.ts'

export type PayType = ClientInput<'POST /order/v1/create_order'>['payType']

export const paymentChannelsOf = (offered: readonly PayType[] = []): PayType[] =>
  offered.filter((type) => type !== 'FREE')

export interface OtherPaymentChannels {
  others: readonly PayType[]
  /** Changes the payment channel. The result is shown to the user by this function, not by its caller. */
  change: (payType: PayType) => void
  changing: PayType | null
}

/**
 * Returns the new order after a change of the payment channel. If the call failed, looks for the order, because the
 * change may have succeeded although the response was lost.
 */
export function findOrderAfterChange<Made extends { payType: PayType }>(
  asked: Promise<Made>,
  lookAgain: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  return asked.catch(async (error: Error) => {
    const now = await lookAgain().catch(() => undefined)
    if (now && !(error instanceof CallRefused)) showNotice(changedNotice(now))
    else showWriteError(error)
    return now
  })
}

const changedNotice = ({ payType }: { payType: PayType }) => ({
  title: `已改用${payTypeNames[payType]}`,
  text: '没有收到服务器的答复，但支付方式已经更换，请支付现在显示的这笔订单。',
})
