import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Invoice, invoiceQuery, useApplyForInvoice } from '@ce/client/invoice.ts'
import { orderFacts } from '@ce/client/invoice-facts.ts'
import {
  appliedNotice,
  applyTerms,
  askedOf,
  correctedNotice,
  type TitleValues,
} from '@ce/client/invoice-title.ts'
import { wholeOrdersQuery } from '@ce/client/order.ts'
import type { Order } from '@ce/client/order-text.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { TitleFields, useTitleFields } from './TitleFields.tsx'

/** Of what is being written: it is not fetched anew under the hands. */
const held = {
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { edited: true },
} as const

/**
 * 申请发票 of one paid order. With `from` the form begins with an earlier application of that order; one that waits yet is corrected:
 * the new one takes its place in one go.
 */
export function ApplyScreen() {
  const { orderNo = '' } = useParams()
  const from = useSearchParams()[0].get('from')
  const orders = useQuery(wholeOrdersQuery('PAID'))
  const profile = useQuery(profileQuery())
  const earlier = useQuery({ ...invoiceQuery(from ?? ''), ...held, enabled: from !== null })
  const order = orders.data?.list.find((one) => one.orderNo === orderNo && one.amount > 0)
  const like = earlier.data?.orderNo === orderNo ? earlier.data : null
  const waiting = like && isWaiting(like) ? like.id : null
  return (
    <Screen
      title={waiting ? '修改发票申请' : '申请发票'}
      back={waiting ? paths.invoice(waiting) : paths.orders()}
      backLabel={waiting ? '返回发票详情' : '返回我的订单'}
    >
      <Loaded query={orders} wait={earlier.isLoading} unsure={!order}>
        {() => (
          <Loaded query={profile}>
            {({ email }) =>
              order ? (
                <ApplyForm order={order} like={like} waiting={waiting} email={email ?? ''} />
              ) : (
                <NoSuch words={emptyWords.noOrder} to={paths.orders()} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

/** Staff that were faster say so when the correction is sent. */
function isWaiting({ state }: Invoice): boolean {
  return state === 'PENDING' || state === 'ISSUING'
}

interface ApplyFormProps {
  order: Order
  /** the earlier application the form begins with */
  like: Invoice | null
  /** the application whose place this one takes */
  waiting: string | null
  email: string
}

function ApplyForm({ order, like, waiting, email }: ApplyFormProps) {
  const { orderNo } = order
  const navigate = useNavigate()
  const apply = useApplyForInvoice()
  const name = useSession()?.userInfo.name ?? ''
  const own = { titleType: 'PERSONAL', title: name, email, remark: '' } as const
  const fields = useTitleFields(
    { ...(like ?? own), taxNo: like?.taxNo ?? '' },
    `invoice ${orderNo}`,
  )
  const send = async (values: TitleValues) => {
    const insteadOf = waiting ? { insteadOf: waiting } : {}
    const { id } = await apply.mutateAsync({ orderNo, ...insteadOf, ...askedOf(values) })
    showNotice(waiting ? correctedNotice : appliedNotice)
    await navigate(paths.invoice(id), { replace: true })
  }
  return (
    <>
      <section className={card.card} aria-labelledby="order">
        <h2 id="order">开票订单</h2>
        <Facts facts={orderFacts(order)} />
        <p className={card.quiet}>{applyTerms}</p>
      </section>
      <FieldsForm fields={fields} action={waiting ? '提交修改' : '提交申请'} submit={send}>
        <TitleFields of={fields} />
      </FieldsForm>
    </>
  )
}
