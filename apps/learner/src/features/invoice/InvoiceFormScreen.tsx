import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type Invoice, invoiceQuery, useApplyForInvoice } from '@ce/client/invoice.ts'
import { invoiceOrderFacts } from '@ce/client/invoice-facts.ts'
import type { InvoiceTitleValues } from '@ce/client/invoice-title.ts'
import {
  invoiceAppliedNotice,
  invoiceCorrectedNotice,
  invoiceTermsText,
  toInvoiceInput,
} from '@ce/client/invoice-title.ts'
import { allMyOrdersQuery } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { FactCard } from '../../components/FactCard.tsx'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvoiceTitleFields, useInvoiceTitleFields } from './TitleFields.tsx'

/** Keep the opened data, because a refetch must not replace what the student is writing. */
const held = {
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { edited: true },
} as const

/** With `from`, the form copies an earlier application; sending replaces it if it still waits. */
export function InvoiceFormScreen() {
  const { orderNo = '' } = useParams()
  const from = useSearchParams()[0].get('from')
  const orders = useQuery(allMyOrdersQuery('PAID'))
  const profile = useQuery(profileQuery())
  const earlier = useQuery({ ...invoiceQuery(from ?? ''), ...held, enabled: from !== null })
  const order = orders.data?.list.find((one) => one.orderNo === orderNo && one.amount > 0)
  const like = earlier.data?.orderNo === orderNo ? earlier.data : null
  const waiting = like && isWaiting(like) ? like.id : null
  return (
    <ScreenLayout
      title={waiting ? '修改发票申请' : '申请发票'}
      back={waiting ? paths.invoice(waiting) : paths.orders()}
      backLabel={waiting ? '返回发票详情' : '返回我的订单'}
    >
      <QueryContent query={orders} wait={earlier.isLoading} unsure={!order}>
        {() => (
          <QueryContent query={profile}>
            {({ email }) =>
              order ? (
                <ApplyForm order={order} like={like} waiting={waiting} email={email ?? ''} />
              ) : (
                <NotFoundNote words={emptyScreenTexts.noOrder} to={paths.orders()} />
              )
            }
          </QueryContent>
        )}
      </QueryContent>
    </ScreenLayout>
  )
}

/** False once staff have decided; the server then refuses the correction. */
function isWaiting({ state }: Invoice): boolean {
  return state === 'PENDING' || state === 'ISSUING'
}

interface ApplyFormProps {
  order: Order
  /** The earlier application that the form copies, or null. */
  like: Invoice | null
  waiting: string | null
  email: string
}

function ApplyForm({ order, like, waiting, email }: ApplyFormProps) {
  const { orderNo } = order
  const navigate = useNavigate()
  const apply = useApplyForInvoice()
  const name = useSession()?.userInfo.name ?? ''
  const own = { titleType: 'PERSONAL', title: name, email, remark: '' } as const
  const fields = useInvoiceTitleFields({ ...(like ?? own), taxNo: like?.taxNo ?? '' }, `invoice ${orderNo}`)
  const send = async (values: InvoiceTitleValues) => {
    const insteadOf = waiting ? { insteadOf: waiting } : {}
    const { id } = await apply.mutateAsync({ orderNo, ...insteadOf, ...toInvoiceInput(values) })
    showNotice(waiting ? invoiceCorrectedNotice : invoiceAppliedNotice)
    await navigate(paths.invoice(id), { replace: true })
  }
  return (
    <>
      <section className={card.card} aria-labelledby="order">
        <h2 id="order">开票订单</h2>
        <FactCard facts={invoiceOrderFacts(order)} />
        <p className={card.quiet}>{invoiceTermsText}</p>
      </section>
      <FieldsForm fields={fields} action={waiting ? '提交修改' : '提交申请'} submit={send}>
        <InvoiceTitleFields of={fields} />
      </FieldsForm>
    </>
  )
}
