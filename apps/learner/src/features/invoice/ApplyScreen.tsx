import { Loaded } from '@ce/client/components/Loaded.tsx'
import { orderFacts } from '@ce/client/invoice-facts.ts'
import { applyTerms } from '@ce/client/invoice-title.ts'
import type { Order } from '@ce/client/order-text.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { TitleFields } from './TitleFields.tsx'
import { applicationWords, useApplication, useSendApplication } from './use-application.ts'
import { useTitleFields } from './use-title-fields.ts'

type Start = ReturnType<typeof useApplication>['start']

/** 申请发票 of one paid order, or correcting what was asked for. */
export function ApplyScreen() {
  const { orders, profile, order, wait, start, waiting } = useApplication()
  return (
    <Screen
      title={applicationWords(waiting).title}
      back={waiting ? paths.invoice(waiting) : paths.orders()}
    >
      <Loaded query={orders} wait={wait} unsure={!order}>
        {() => (
          <Loaded query={profile}>
            {() =>
              order ? <ApplyForm order={order} start={start} waiting={waiting} /> : <NoOrder />
            }
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

function ApplyForm(props: { order: Order; start: Start; waiting: string | null }) {
  const { order, start, waiting } = props
  const fields = useTitleFields(start, `invoice ${order.orderNo}`)
  const { send } = useSendApplication(order.orderNo, waiting)
  return (
    <>
      <p className={card.quiet}>{applyTerms}</p>
      <section className={card.card} aria-label="申请内容">
        <Facts facts={orderFacts(order)} />
        <FieldsForm fields={fields} action={applicationWords(waiting).action} submit={send}>
          <TitleFields of={fields} />
        </FieldsForm>
      </section>
    </>
  )
}
