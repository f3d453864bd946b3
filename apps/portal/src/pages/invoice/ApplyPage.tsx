import { Facts } from '@ce/frame/Facts.tsx'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { orderFacts } from '@ce/frame/student/invoice/facts.ts'
import { applyTerms, type TitleValues } from '@ce/frame/student/invoice/title.ts'
import {
  applicationWords,
  useApplication,
  useSendApplication,
} from '@ce/frame/student/invoice/use-application.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import type { Order } from '@ce/frame/student/order/order-words.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form } from 'antd'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { TitleFields } from './TitleFields.tsx'

type Start = ReturnType<typeof useApplication>['start']

/** 申请发票 of one paid order, or correcting what was asked for. */
export function ApplyPage() {
  const { orders, profile, order, wait, start, waiting } = useApplication()
  return (
    <>
      <PageHeader title={applicationWords(waiting).title}>{applyTerms}</PageHeader>
      <Loaded query={orders} wait={wait} unsure={!order}>
        {() => (
          <Loaded query={profile}>
            {() =>
              order ? <ApplyForm order={order} start={start} waiting={waiting} /> : <NoOrder />
            }
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function NoOrder() {
  return <NoSuch words={emptyWords.noOrder} to={paths.orders()} />
}

function ApplyForm(props: { order: Order; start: Start; waiting: string | null }) {
  const { order, start, waiting } = props
  const [form] = Form.useForm<TitleValues>()
  const { problem, attempt } = useFormProblem(form)
  const { send, busy } = useSendApplication(order.orderNo, waiting)
  const submit = (values: TitleValues) => attempt(() => send(values))
  return (
    <section className={classes.card} aria-label="申请内容">
      <Facts className={classes.facts} facts={orderFacts(order)} />
      <div role="alert">{problem && <Alert type="error" showIcon title={problem} />}</div>
      <Form
        form={form}
        layout="vertical"
        className={classes.form}
        initialValues={{ ...start, saveTitle: false }}
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
      >
        <TitleFields form={form} />
        <div className={classes.actions}>
          <Button type="primary" htmlType="submit" loading={busy}>
            {applicationWords(waiting).action}
          </Button>
          {waiting ? (
            <LinkButton to={paths.invoice(waiting)}>不修改</LinkButton>
          ) : (
            <LinkButton to={paths.orders()}>返回订单</LinkButton>
          )}
        </div>
      </Form>
    </section>
  )
}
