import { employerOrdersQuery, employerPlansQuery, useChangeChannel } from '@ce/client/employer.ts'
import { type PayType, payTypeNames } from '@ce/frame/student/course/sign-words.ts'
import { channelWords } from '@ce/frame/student/order/payment-words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { EmployersPayable } from './EmployerPayDialog.tsx'
import classes from './Invitation.module.css'
import { placedInstead } from './words.ts'

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
  const lookAgain = useLookAgain()
  const change = async (payType: PayType) => {
    const made = await run.mutateAsync({ orderNo: order.orderNo, payType }).catch(() => undefined)
    // a refusal has been shown by now; the order may have been replaced all the same: an answer can be lost
    const now = made ? { ...made, payType } : await lookAgain(order.orderNo)
    if (now) onOrder(now)
  }
  return (
    <div className={classes.channels}>
      {others.map((type) => (
        <Button
          key={type}
          type="link"
          loading={changing === type}
          disabled={changing !== null && changing !== type}
          onClick={() => void change(type)}
        >
          {channelWords(payTypeNames[type])}
        </Button>
      ))}
    </div>
  )
}

/** Reads the newest orders anew. @returns the one to be paid now, where it is another one */
function useLookAgain() {
  const client = useQueryClient()
  return (orderNo: string) =>
    client.fetchQuery({ ...employerOrdersQuery({ page: 1, pageSize: 100 }), staleTime: 0 }).then(
      ({ list }) => placedInstead(orderNo, list),
      () => undefined, // still no network: what is shown stands
    )
}
