import { useState } from 'react'
import type { PayType } from './channels.ts'
import { paymentChannelsOf } from './channels.ts'

export function usePayType(offered?: readonly PayType[]) {
  const [picked, pick] = useState<PayType>()
  const types = paymentChannelsOf(offered)
  return {
    /** The list is empty when there is only one channel. */
    choices: types.length > 1 ? types : [],
    payType: picked ?? types[0] ?? 'WECHAT',
    pick,
  }
}
