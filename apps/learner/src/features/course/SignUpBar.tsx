import { formatPrice } from '@ce/client/format.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import type { PayableOrder } from '@ce/client/payment/payable.ts'
import { payTypeNames } from '@ce/contract/state-names'
import { Button } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { ownOrderLabel } from '../invitation/notes.ts'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import classes from './Chooser.module.css'
import type { CourseChoice } from './course-choice.ts'
import type { PlanYear } from './sign-states.ts'
import { courseChoiceSumText, signUpConfirmation } from './sign-text.ts'
import { signUpDoneText, useSignUp } from './use-sign-up.ts'

interface SignBarProps {
  plan: PlanYear
  choice: CourseChoice
  /** True if an unpaid order contains exactly the chosen courses. */
  ordered: boolean
  onOrder: (order: PayableOrder) => void
}

/** Stays in view while the student chooses courses. */
export function SignUpBar({ plan, choice, ordered, onOrder }: SignBarProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReturnType<typeof signUpConfirmation>>()
  const { order, payTypes, payType, pick, busy } = useSignUp({
    plan,
    choice,
    onOrder,
    onStarted: (signId) => {
      showNotice({ kind: 'success', title: signUpDoneText })
      return navigate(paths.course(signId), { replace: true })
    },
  })
  const words = courseChoiceSumText(choice)
  const employer = usePayingEmployer({ year: plan.year })
  const question = signUpConfirmation(plan, choice, employer)
  return (
    <>
      {!ordered && payTypes.length > 0 && <Channels types={payTypes} chosen={payType} onChoose={pick} />}
      <section className={classes.bar} aria-label="报名汇总">
        <p className={classes.sum} aria-live="polite">
          <span>{words.sum}</span>
          {choice.enough ? (
            <strong>{formatPrice(plan.price)}</strong>
          ) : (
            <StatusMark kind="warning">{words.enough}</StatusMark>
          )}
        </p>
        <Button
          kind={ordered && !employer ? 'call' : 'primary'}
          disabled={!choice.enough}
          busy={busy}
          onClick={() => (ordered ? navigate(paths.orders()) : setAsked(question))}
        >
          {ordered ? ownOrderLabel(employer) : question.ok}
        </Button>
        {/* Keep the question asked at the press, because the button's label changes once the order exists. */}
        {asked && <ConfirmDialog open words={asked} onOk={order} onClose={() => setAsked(undefined)} />}
      </section>
    </>
  )
}

interface ChannelsProps {
  types: readonly PayType[]
  chosen: PayType
  onChoose: (type: PayType) => void
}

function Channels({ types, chosen, onChoose }: ChannelsProps) {
  return (
    <fieldset className={classes.channels}>
      <legend>支付方式</legend>
      {types.map((type) => (
        <label key={type}>
          <input type="radio" name="payType" checked={type === chosen} onChange={() => onChoose(type)} />
          {payTypeNames[type]}
        </label>
      ))}
    </fieldset>
  )
}
