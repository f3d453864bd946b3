import { type EmployerOrder, employerOrdersQuery } from '@ce/client/employer.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { employerPaths } from '../../employer/paths.ts'
import { defineList, ListFrame, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { EmployerPayDialog } from './EmployerPayDialog.tsx'
import classes from './Invitation.module.css'
import { EmployerInvoiceDialog } from './InvoiceDialog.tsx'
import { EmployerOrderCard } from './OrderCard.tsx'
import type { PayableEmployerOrder } from './use-employer-channels.ts'

const orders = defineList({
  label: '订单',
  unit: '笔订单',
  filters: {},
  query: (_, page) => employerOrdersQuery(page),
  empty: {
    title: '还没有订单',
    text: '在人员名单里勾选已确认的人员，就可以下单。',
    action: <Link to={employerPaths.members()}>去人员名单</Link>,
  },
})

/** Lists the newest order first, with members, payment and invoice. */
export function EmployerOrdersPage() {
  const [paying, setPaying] = useState<PayableEmployerOrder | null>(null)
  const [invoicing, setInvoicing] = useState<EmployerOrder | null>(null)
  return (
    <>
      <PageHeader title="订单与发票">一笔订单可以为多人缴费，支付之后可以申请一张发票。</PageHeader>
      <ListFrame list={useList(orders)}>
        {({ list }) => (
          <ul className={classes.orders}>
            {list.map((order) => (
              <EmployerOrderCard
                key={order.orderNo}
                order={order}
                onPay={() => setPaying(order)}
                onInvoice={() => setInvoicing(order)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {paying && (
        <EmployerPayDialog key={paying.orderNo} order={paying} onOrder={setPaying} onClose={() => setPaying(null)} />
      )}
      {invoicing && <EmployerInvoiceDialog order={invoicing} onClose={() => setInvoicing(null)} />}
    </>
  )
}
