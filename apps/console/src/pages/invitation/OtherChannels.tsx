import { employerPlansQuery, useChangeChannel } from '@ce/client/employer.ts'
import { type PayType, payTypeNames } from '@ce/frame/student/course/sign-words.ts'
import { channelWords } from '@ce/frame/student/order/payment-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { EmployersPayable } from './EmployerPayDialog.tsx'
import classes from './Invitation.module.css'

interface OtherChannelsProps {
  order: EmployersPayable
  onOrder: (order: EmployersPayable) => void
}

/** The channels an order is not placed at; one of them, and an order by that one takes its place. */
export function OtherChannels({ order, onOrder }: OtherChannelsProps) {
  const { data } = useQuery(employerPlansQuery())
  const run = useChangeChannel()
  const others = (data?.payTypes ?? []).filter((type) => type !== 'FREE' && type !== order.payType)
  const changing = run.isPending ? run.variables.payType : null
  const change = (payType: PayType) =>
    run.mutateAsync({ orderNo: order.orderNo, payType }).then(
      (made) => onOrder({ ...made, payType }),
      () => undefined, // the refusal has been shown
    )
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
