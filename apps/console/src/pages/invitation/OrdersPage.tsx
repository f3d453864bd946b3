import { type EmployerOrder, employerOrdersQuery } from '@ce/client/employer.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListPages } from '../../components/ListPages.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { employerPaths } from '../../employer/paths.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { EmployerPayDialog } from './EmployerPayDialog.tsx'
import classes from './Invitation.module.css'
import { InvoiceDialog } from './InvoiceDialog.tsx'
import { OrderCard } from './OrderCard.tsx'
import type { EmployersPayable } from './use-employer-channels.ts'

/** The employer's orders, the newest first, each with its people, its payment and its invoice. */
export function OrdersPage() {
  const { page, pageSize } = useUrlFilters()
  const query = useQuery(employerOrdersQuery({ page, pageSize }))
  const [paying, setPaying] = useState<EmployersPayable | null>(null)
  const [invoicing, setInvoicing] = useState<EmployerOrder | null>(null)
  return (
    <>
      <PageHeader title="订单与发票">一笔订单可以为多人缴费，支付之后可以申请一张发票。</PageHeader>
      <ListPages
        label="订单"
        unit="笔订单"
        query={query}
        empty={
          <EmptyState
            title="还没有订单"
            action={<Link to={employerPaths.members()}>去人员名单</Link>}
          >
            在人员名单里勾选已确认的人员，就可以下单。
          </EmptyState>
        }
      >
        {({ list }) => (
          <ul className={classes.orders}>
            {list.map((order) => (
              <OrderCard
                key={order.orderNo}
                order={order}
                onPay={() => setPaying(order)}
                onInvoice={() => setInvoicing(order)}
              />
            ))}
          </ul>
        )}
      </ListPages>
      {paying && (
        <EmployerPayDialog
          key={paying.orderNo}
          order={paying}
          onOrder={setPaying}
          onClose={() => setPaying(null)}
        />
      )}
      {invoicing && <InvoiceDialog order={invoicing} onClose={() => setInvoicing(null)} />}
    </>
  )
}
