import type { OtherPaymentChannels } from '@ce/client/payment/channels.ts'
import { changePaymentChannelLabel } from '@ce/client/payment/payment-text.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { Button } from 'antd'
import classes from './ChannelButtons.module.css'

export function ChannelSwitchButtons({ others, change, changing }: OtherPaymentChannels) {
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
          {changePaymentChannelLabel(payTypeNames[type])}
        </Button>
      ))}
    </div>
  )
}
