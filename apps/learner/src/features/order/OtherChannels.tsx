import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { channelWords } from '@ce/client/payment/payment-text.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { Button } from '@ce/ui/Button.tsx'
import { useChannels } from './use-channels.ts'

interface OtherChannelsProps {
  order: PayableOrder
  onOrder: (order: PayableOrder) => void
}

/** The channels an order is not placed at; one of them, and an order by that one takes its place. */
export function OtherChannels({ order, onOrder }: OtherChannelsProps) {
  const { others, change, changing } = useChannels(order, onOrder)
  return others.map((type) => (
    <Button
      key={type}
      kind="text"
      busy={changing === type}
      disabled={changing !== null && changing !== type}
      onClick={() => change(type)}
    >
      {channelWords(payTypeNames[type])}
    </Button>
  ))
}
