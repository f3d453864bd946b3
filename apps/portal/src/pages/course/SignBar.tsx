import type { Input } from '@ce/client/call.ts'
import { formatFen, formatHours } from '@ce/client/format.ts'
import { payTypesQuery, useCreateOrder } from '@ce/client/order.ts'
import type { Choice } from '@ce/frame/student/choice.ts'
import type { PlanYear } from '@ce/frame/student/year-action.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { PayableOrder } from '../order/PayDialog.tsx'
import classes from './CourseChooser.module.css'

type PayType = Input<'POST /order/v1/create_order'>['payType']

const payTypeNames: Record<PayType, string> = {
  WECHAT: '微信支付',
  ALIPAY: '支付宝',
  DEMO: '演示收银台',
  FREE: '免费',
}

interface SignBarProps {
  plan: PlanYear
  choice: Choice
  /** an order was made and waits for its payment */
  onOrder: (order: PayableOrder) => void
}

/** "已选 x / 要求 y 学时", the price, and the order; stays in sight while choosing. */
export function SignBar({ plan, choice, onOrder }: SignBarProps) {
  const { data } = useQuery(payTypesQuery())
  const payTypes = (data?.list ?? []).filter((type) => type !== 'FREE')
  const [picked, setPicked] = useState<PayType>()
  const payType = plan.price === 0 ? 'FREE' : (picked ?? payTypes[0])
  const { confirm, busy } = useSignUp({ plan, choice, onOrder })
  return (
    <section className={classes.bar} aria-label="报名汇总">
      <div>
        <p className={classes.sum} aria-live="polite">
          已选 {formatHours(choice.hours)} / 要求 {formatHours(choice.required)} 学时
        </p>
        {choice.enough ? (
          <StatusMark kind="done">学时已够</StatusMark>
        ) : (
          <StatusMark kind="warning">
            还差 {formatHours(choice.required - choice.hours)} 学时，请再选课程
          </StatusMark>
        )}
      </div>
      <div className={classes.barEnd}>
        <span className={classes.price}>{plan.price === 0 ? '免费' : formatFen(plan.price)}</span>
        {plan.price > 0 && payTypes.length > 1 && (
          <Radio.Group
            aria-label="支付方式"
            value={payType}
            onChange={(event) => setPicked(event.target.value)}
            options={payTypes.map((type) => ({ value: type, label: payTypeNames[type] }))}
          />
        )}
        <Button
          type="primary"
          size="large"
          disabled={!choice.enough}
          loading={busy}
          // with no channel the server says why: the reason is shown, nothing pretends
          onClick={() => confirm(payType ?? 'WECHAT')}
        >
          {plan.price === 0 ? '确认报名' : '提交订单'}
        </Button>
      </div>
    </section>
  )
}

/** Confirms, orders, and either starts the year (free) or opens the payment. */
function useSignUp({ plan, choice, onOrder }: SignBarProps) {
  const { modal, message } = App.useApp()
  const navigate = useNavigate()
  const create = useCreateOrder()
  const order = async (payType: PayType) => {
    const made = await create.mutateAsync({ year: plan.year, courseIds: choice.courseIds, payType })
    if (made.status === 'PAID') {
      message.success('报名成功，可以开始学习了')
      await navigate(paths.course(made.signId))
    } else onOrder({ ...made, payType })
  }
  const confirm = (payType: PayType) =>
    modal.confirm({
      title: `确认报名 ${plan.title}？`,
      content: `共 ${choice.courseIds.length} 门课程、${formatHours(choice.hours)} 学时，${plan.price === 0 ? '免费。报名后不能更改课程。' : `费用 ${formatFen(plan.price)}。缴费后不能更改课程；取得学时后不再退费。${plan.signState === 'UNPAID' ? '未支付的原订单将由新订单代替。' : ''}`}`,
      okText: plan.price === 0 ? '确认报名' : '提交订单',
      cancelText: '再看看',
      // a refusal has been shown by the time it gets here
      onOk: () => order(payType).catch(() => undefined),
    })
  return { confirm, busy: create.isPending }
}
