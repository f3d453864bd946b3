import type { Channels } from '@ce/client/payment/channels.ts'
import { channelWords } from '@ce/client/payment/payment-text.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { Button } from 'antd'
import classes from './ChannelButtons.module.css'

/** The channels an order is not placed at; one of them, and an order by that one takes its place. */
export function ChannelButtons({ others, change, changing }: Channels) {
  return (
    <div className={classes.channels}>
      {others.map((type) => (
        <Button
          key={type}
          type="link"
          loading={changing === type}
          disabled={changing !== null && changing !== type}
          onClick={() => change(type)}
        >
          {channelWords(payTypeNames[type])}
        </Button>
      ))}
    </div>
  )
}
