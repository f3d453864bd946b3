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
