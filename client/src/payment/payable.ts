import type { ClientInput } from '../call.ts'

export interface PayableOrder {
  orderNo: string
  signId: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: ClientInput<'POST /order/v1/create_order'>['payType']
  /** Year of the order, because changing the payment channel needs a new order for the same year. */
  year: number
  courseIds: string[]
}
