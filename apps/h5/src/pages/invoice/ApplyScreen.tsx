import { formatFen } from '@ce/client/format.ts'
import { useApplyForInvoice } from '@ce/client/invoice.ts'
import { myOrderQuery } from '@ce/client/order.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { appliedNotice, applyTerms, askedOf } from '@ce/frame/student/invoice/title.ts'
import type { Order } from '@ce/frame/student/order/order-words.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { Facts } from '../../components/Facts.tsx'
import { Screen } from '../../components/Screen.tsx'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { paths } from '../../paths.ts'
import { TitleFields } from './TitleFields.tsx'
import { useTitleFields } from './use-title-fields.ts'

/** 申请发票 of one paid order. */
export function ApplyScreen() {
  const { orderNo } = useParams()
  const query = useQuery(myOrderQuery({ status: 'PAID', page: 1, pageSize: 100 }))
  const profile = useQuery(profileQuery())
  return (
    <Screen title="申请发票" back={paths.orders()}>
      <Loaded query={query}>
        {({ list }) => (
          <Loaded query={profile}>
            {({ email }) => {
              const order = list.find((one) => one.orderNo === orderNo)
              return order && order.amount > 0 ? (
                <ApplyForm order={order} email={email ?? ''} />
              ) : (
                <NoOrder />
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

function NoOrder() {
  return (
    <EmptyState
      title={emptyWords.noOrder.title}
      action={
        <Link className={buttonClass()} to={paths.orders()} replace>
          {emptyWords.noOrder.action}
        </Link>
      }
    >
      {emptyWords.noOrder.text}
    </EmptyState>
  )
}

function ApplyForm({ order, email }: { order: Order; email: string }) {
  const navigate = useNavigate()
  const title = useSession()?.userInfo.name ?? ''
  const fields = useTitleFields({ titleType: 'PERSONAL', title, taxNo: '', email })
  const apply = useApplyForInvoice()
  const send = async (values: typeof fields.values) => {
    const { id } = await apply.mutateAsync({ orderNo: order.orderNo, ...askedOf(values) })
    showNotice(appliedNotice)
    await navigate(paths.invoice(id), { replace: true })
  }
  return (
    <>
      <p className={card.quiet}>{applyTerms}</p>
      <section className={card.card} aria-label="申请内容">
        <Facts
          facts={[
            ['订单号', order.orderNo],
            ['内容', order.lines.map((line) => line.title).join('、')],
            ['开票金额', formatFen(order.amount)],
          ]}
        />
        <FieldsForm fields={fields} action="提交申请" submit={send}>
          <TitleFields of={fields} />
        </FieldsForm>
      </section>
    </>
  )
}
