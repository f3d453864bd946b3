import { formatPrice } from '@ce/client/format.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { payTypeNames } from '@ce/contract/state-names'
import type { Choice } from '@ce/frame/student/choice.ts'
import { choiceWords, signUpQuestion } from '@ce/frame/student/course/sign-words.ts'
import { startedWords, useSignUp } from '@ce/frame/student/course/use-sign-up.ts'
import { payLabel } from '@ce/frame/student/invitation/notes.ts'
import { useAwaitedEmployer } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import type { PlanYear } from '@ce/frame/student/year-action.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { App, Button, Radio } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './CourseChooser.module.css'

interface SignBarProps {
  plan: PlanYear
  choice: Choice
  /** just this waits in an order to be paid */
  ordered: boolean
  /** an order was made and waits for its payment */
  onOrder: (order: PayableOrder) => void
}

/** "已选 x / 要求 y 学时", the price, and the order; stays in sight while choosing. */
export function SignBar({ plan, choice, ordered, onOrder }: SignBarProps) {
  const employer = useAwaitedEmployer({ year: plan.year })
  const navigate = useNavigate()
  const { confirm, payTypes, payType, pick, busy } = useConfirmed({
    plan,
    choice,
    employer,
    onOrder,
  })
  const words = choiceWords(choice)
  return (
    <section className={classes.bar} aria-label="报名汇总">
      <div>
        <p className={classes.sum} aria-live="polite">
          {words.sum}
        </p>
        <StatusMark kind={choice.enough ? 'done' : 'warning'}>{words.enough}</StatusMark>
      </div>
      <div className={classes.barEnd}>
        <span className={classes.price}>{formatPrice(plan.price)}</span>
        {payTypes.length > 0 && !ordered && (
          <Radio.Group
            aria-label="支付方式"
            value={payType}
            onChange={(event) => pick(event.target.value)}
            options={payTypes.map((type) => ({ value: type, label: payTypeNames[type] }))}
          />
        )}
        <Button
          type="primary"
          size="large"
          className={ordered && !employer ? 'call-to-action' : ''}
          disabled={!choice.enough}
          loading={busy}
          onClick={() => (ordered ? navigate(paths.orders()) : confirm())}
        >
          {ordered ? payLabel(employer) : signUpQuestion(plan, choice).ok}
        </Button>
      </div>
    </section>
  )
}

/** Confirms, orders, and either starts the year (free) or opens the payment. */
function useConfirmed(props: Omit<SignBarProps, 'ordered'> & { employer: string | undefined }) {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const { order, ...signUp } = useSignUp({
    ...props,
    onStarted: (signId) => {
      showNotice({ kind: 'success', title: startedWords })
      return navigate(paths.course(signId))
    },
  })
  const { title, text, ok, cancel } = signUpQuestion(props.plan, props.choice, props.employer)
  const confirm = () =>
    modal.confirm({ title, content: text, okText: ok, cancelText: cancel, onOk: order })
  return { ...signUp, confirm }
}
