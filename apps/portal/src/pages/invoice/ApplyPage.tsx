import type { Output } from '@ce/client/call.ts'
import { formatFen } from '@ce/client/format.ts'
import { useApplyForInvoice } from '@ce/client/invoice.ts'
import { myOrderQuery } from '@ce/client/order.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { forgetAnswered, showInForm } from '@ce/frame/form-refusal.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import {
  appliedNotice,
  applyTerms,
  askedOf,
  type TitleValues,
} from '@ce/frame/student/invoice/title.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { TitleFields } from './TitleFields.tsx'

type Order = Output<'GET /order/v1/my_order'>['list'][number]

/** 申请发票 of one paid order. */
export function ApplyPage() {
  const { orderNo } = useParams()
  const query = useQuery(myOrderQuery({ status: 'PAID', page: 1, pageSize: 100 }))
  const { data: profile } = useQuery(profileQuery())
  return (
    <>
      <PageHeader title="申请发票">{applyTerms}</PageHeader>
      <Loaded query={query}>
        {({ list }) => {
          const order = list.find((one) => one.orderNo === orderNo)
          return order && order.amount > 0 && profile ? (
            <ApplyForm order={order} email={profile.email ?? ''} />
          ) : (
            <EmptyState
              title={emptyWords.noOrder.title}
              action={<Link to={paths.orders()}>{emptyWords.noOrder.action}</Link>}
            >
              {emptyWords.noOrder.text}
            </EmptyState>
          )
        }}
      </Loaded>
    </>
  )
}

function ApplyForm({ order, email }: { order: Order; email: string }) {
  const navigate = useNavigate()
  const name = useSession()?.userInfo?.name ?? ''
  const [form] = Form.useForm<TitleValues>()
  const [problem, setProblem] = useState<string | null>(null)
  const apply = useApplyForInvoice()
  const send = async (values: TitleValues) => {
    setProblem(null)
    try {
      const { id } = await apply.mutateAsync({ orderNo: order.orderNo, ...askedOf(values) })
      showNotice(appliedNotice)
      navigate(paths.invoice(id), { replace: true })
    } catch (error) {
      setProblem(showInForm(form, error))
    }
  }
  return (
    <section className={classes.card} aria-label="申请内容">
      <dl className={classes.facts}>
        <Fact name="订单号" text={order.orderNo} />
        <Fact name="内容" text={order.lines.map(({ title }) => title).join('、')} />
        <Fact name="开票金额" text={formatFen(order.amount)} />
      </dl>
      <div role="alert">{problem && <Alert type="error" showIcon title={problem} />}</div>
      <Form
        form={form}
        layout="vertical"
        className={classes.form}
        initialValues={{ titleType: 'PERSONAL', title: name, email, remark: '', saveTitle: false }}
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={send}
        onValuesChange={forgetAnswered(form)}
      >
        <TitleFields form={form} />
        <div className={classes.actions}>
          <Button type="primary" htmlType="submit" loading={apply.isPending}>
            提交申请
          </Button>
          <LinkButton to={paths.orders()}>返回订单</LinkButton>
        </div>
      </Form>
    </section>
  )
}

/** One line of a list of facts. */
export function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
