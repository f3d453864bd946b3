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
import { payLabel } from '../invitation/notes.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import classes from './Chooser.module.css'
import type { Choice } from './choice.ts'
import type { PlanYear } from './sign-states.ts'
import { choiceWords, signUpQuestion } from './sign-text.ts'
import { startedWords, useSignUp } from './use-sign-up.ts'

interface SignBarProps {
  plan: PlanYear
  choice: Choice
  /** just this waits in an order to be paid */
  ordered: boolean
  onOrder: (order: PayableOrder) => void
}

/** How one pays, and in a slim bar that stays in sight: hours chosen, the price, and the order. */
export function SignBar({ plan, choice, ordered, onOrder }: SignBarProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReturnType<typeof signUpQuestion>>()
  const { order, payTypes, payType, pick, busy } = useSignUp({
    plan,
    choice,
    onOrder,
    onStarted: (signId) => {
      showNotice({ kind: 'success', title: startedWords })
      return navigate(paths.course(signId), { replace: true })
    },
  })
  const words = choiceWords(choice)
  const employer = useAwaitedEmployer({ year: plan.year })
  const question = signUpQuestion(plan, choice, employer)
  return (
    <>
      {!ordered && payTypes.length > 0 && (
        <Channels types={payTypes} chosen={payType} onChoose={pick} />
      )}
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
          {ordered ? payLabel(employer) : question.ok}
        </Button>
        {/* as it was asked: once the order is there, the same button is called otherwise */}
        {asked && (
          <ConfirmDialog open words={asked} onOk={order} onClose={() => setAsked(undefined)} />
        )}
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
          <input
            type="radio"
            name="payType"
            checked={type === chosen}
            onChange={() => onChoose(type)}
          />
          {payTypeNames[type]}
        </label>
      ))}
    </fieldset>
  )
}
