import type { Input } from '../call.ts'

/** What paying needs to know of an order. */
export interface PayableOrder {
  orderNo: string
  signId: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: Input<'POST /order/v1/create_order'>['payType']
  /** what it is for: the same by another channel is another order */
  year: number
  courseIds: string[]
}
