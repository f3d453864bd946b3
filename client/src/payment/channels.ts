import { payTypeNames } from '@ce/contract/state-names'
import { showNotice } from '@ce/ui/notices.ts'
import { CallRefused, type Input } from '../call.ts'
import { showWriteError } from '../failures.ts'

export type PayType = Input<'POST /order/v1/create_order'>['payType']

/** Of the ways to pay those that take money: an order of nothing is free, and its way is no channel. */
export const channelsOf = (offered: readonly PayType[] = []): PayType[] =>
  offered.filter((type) => type !== 'FREE')

/** The channels an unpaid order is not placed at, a student's and an employer's alike. */
export interface Channels {
  others: readonly PayType[]
  /** an order by that one takes its place; how it ended has been told by the time it gets back */
  change: (payType: PayType) => void
  /** the one that is being changed to */
  changing: PayType | null
}

/**
 * The order that has taken the place of one whose channel was to be changed; undefined: that one stands, and it was told why. An
 * answer can be lost when the change is done: then it is looked for, and what happened is told, not what failed.
 */
export function orderAfterChange<Made extends { payType: PayType }>(
  asked: Promise<Made>,
  lookAgain: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  return asked.catch(async (error: Error) => {
    // still no network: what is shown stands
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
