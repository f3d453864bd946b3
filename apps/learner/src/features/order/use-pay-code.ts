import { useOpenPayment } from '@ce/client/order.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { useState } from 'react'

/** What an order's QR holds; `renew` opens it where there is none, or another way to pay has taken its place. */
export function usePayCode({ orderNo, codeUrl }: PayableOrder) {
  const [opened, setOpened] = useState<string | null>(null)
  const { mutateAsync, isPending } = useOpenPayment()
  const renew = () =>
    mutateAsync({ orderNo, kind: 'NATIVE' }).then(
      ({ address }) => setOpened(address),
      () => undefined, // the refusal has been shown
    )
  return { codeUrl: opened ?? codeUrl, renew, renewing: isPending }
}
