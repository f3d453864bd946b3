import { useState } from 'react'
import type { PayType } from './channels.ts'
import { channelsOf } from './channels.ts'

/**
 * How an order is going to be paid, a student's and an employer's alike: the server's first way, until somebody picks
 * another of them.
 */
export function usePayType(offered?: readonly PayType[]) {
  const [picked, pick] = useState<PayType>()
  const types = channelsOf(offered)
  return {
    /** several ways to pay: somebody has to choose */
    choices: types.length > 1 ? types : [],
    // with no channel the server says why: the reason is shown, nothing pretends
    payType: picked ?? types[0] ?? 'WECHAT',
    pick,
  }
}
