import { myOrdersInPages } from '@ce/client/order.ts'
import { noOrders, orderFilters, readOrderStatus } from '@ce/client/order-text.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { cameFromWechat } from '@ce/client/payment/wechat-return.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Chips } from '../../components/Chips.tsx'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { OrderCard } from './OrderCard.tsx'
import { PaySheet } from './PaySheet.tsx'
import { payableOf } from './use-channels.ts'

/** 我的订单, the newest first; the state filter stands in the address, and the order one comes back to from paying. */
export function OrdersScreen() {
  const [params] = useSearchParams()
  const status = readOrderStatus(params.get('status'))
  const [paying, setPaying] = useState<PayableOrder>()
  const query = useInfiniteQuery(myOrdersInPages(status ? { status } : {}))
  const none = noOrders(status, paths)
  const navigate = useNavigate()
  const payNo = params.get('pay')
  // from WeChat's sign-in one comes back before paying, not after
  const [named] = useState(() => cameFromWechat(payNo))
  const back = query.data?.pages.flatMap(({ list }) => list).find((one) => one.orderNo === payNo)
  const shown = paying ?? (back && payableOf(back))
  const close = () => {
    setPaying(undefined)
    if (payNo) void navigate(paths.orders(), { replace: true })
  }
  return (
    <Screen title="我的订单" back={paths.profile()}>
      <Chips
        label="订单状态"
        chips={orderFilters}
        chosen={status ?? 'ALL'}
        to={(value) => (value === 'ALL' ? paths.orders() : `${paths.orders()}?status=${value}`)}
      />
      <Refreshing>
        <GrowingList
          query={query}
          idOf={({ orderNo }) => orderNo}
          empty={
            <EmptyState
              title="没有订单"
              action={
                <Link className={buttonClass()} to={none.to}>
                  {none.action}
                </Link>
              }
            >
              {none.text}
            </EmptyState>
          }
        >
          {(order) => <OrderCard order={order} onPay={() => setPaying(payableOf(order))} />}
        </GrowingList>
      </Refreshing>
      {shown && (
        <PaySheet
          key={shown.orderNo}
          order={shown}
          returned={shown.orderNo === payNo && !named}
          onOrder={setPaying}
          onClose={close}
        />
      )}
    </Screen>
  )
}
