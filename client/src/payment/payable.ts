/** What paying needs to know of an order. */
export interface PayableOrder {
  orderNo: string
  signId: string
  amount: number
  codeUrl: string | null
  expireAt: string
  payType: string
  /** what it is for: the same by another channel is another order */
  year: number
  courseIds: string[]
}
