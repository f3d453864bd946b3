import type { PayType } from '../course/sign-words.ts'

/** Of the ways to pay those that take money: an order of nothing is free, and its way is no channel. */
export const channelsOf = (offered: readonly PayType[] = []): PayType[] =>
  offered.filter((type) => type !== 'FREE')

/** The channels an unpaid order is not placed at, a student's and an employer's alike. */
export interface Channels {
  others: readonly PayType[]
  /** an order by that one takes its place; a refusal has been shown by the time it gets back */
  change: (payType: PayType) => void
  /** the one that is being changed to */
  changing: PayType | null
}
