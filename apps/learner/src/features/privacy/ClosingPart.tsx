import { Loaded } from '@ce/client/components/Loaded.tsx'
import { refocus } from '@ce/client/components/refocus.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { type Closing, closingQuery } from '@ce/client/privacy.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { CheckField } from '@ce/ui/form/choices.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import classes from './Privacy.module.css'
import { passwordNeeded } from './password-needed.ts'
import { keepWords, useKeeping } from './use-closing-notice.ts'
import { useClosingRequest } from './use-requests.ts'
import { coolingText, lossText, lossWords, waitingText, closingWords as words } from './words.ts'

/** Closing the account: what it means, what hinders it, and the way back. */
export function ClosingPart() {
  // fresh: what hinders it may have been settled on another screen
  const query = useQuery({ ...closingQuery(), staleTime: 0 })
  return (
    <section className={card.card} aria-labelledby="closing">
      <h2 id="closing">注销账号</h2>
      <h3>立即删除</h3>
      <Points of={words.erased} />
      <h3>依法保留</h3>
      <Points of={words.kept} />
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {(closing) =>
          closing.waiting ? (
            <Waiting waiting={closing.waiting} of={closing} />
          ) : (
            <Ask closing={closing} />
          )
        }
      </Loaded>
    </section>
  )
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Ask({ closing }: { closing: Closing }) {
  const { coolingDays, obstacles } = closing
  const [asking, setAsking] = useState(false)
  return (
    <>
      {obstacles.length > 0 ? (
        <Alert kind="warning" title={words.obstacles}>
          <Points of={obstacles} />
        </Alert>
      ) : (
        <p>{coolingText(coolingDays)}</p>
      )}
      <Losses of={closing} />
      <Button kind="danger" disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
        {words.ask}
      </Button>
      {asking && <CloseSheet closing={closing} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The sum that is lost, year by year. */
function Losses({ of: { losses, lost } }: { of: Closing }) {
  if (losses.length === 0) return null
  return (
    <Alert kind="warning" title={lossWords.title(lost)}>
      <Points of={losses.map(lossText)} />
      {lossWords.advice}
    </Alert>
  )
}

interface WaitingProps {
  waiting: NonNullable<Closing['waiting']>
  of: Closing
}

function Waiting({ waiting, of }: WaitingProps) {
  const { stay, busy } = useKeeping()
  return (
    <>
      <Alert kind="warning" title={`账号将在 ${formatDateTime(waiting.dueAt)} 注销`}>
        {waitingText(waiting)}
      </Alert>
      <Losses of={of} />
      <Button busy={busy} onClick={() => stay().then(refocus)}>
        {keepWords}
      </Button>
    </>
  )
}

/** The last word: the sum that is lost, the password, and the very words. */
function CloseSheet({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const ask = useClosingRequest(closing)
  const fields = useFields(
    // nothing to lose asks for no tick
    { lost: closing.losses.length === 0, password: '', confirm: '' },
    {
      lost: (ticked) => (ticked ? null : lossWords.needsTick),
      password: passwordNeeded,
      confirm: (typed) => (typed === words.confirm ? null : `请输入“${words.confirm}”`),
    },
  )
  const send = async ({ password }: typeof fields.values) => {
    await ask(password)
    onClose()
  }
  return (
    <Dialog form open title={words.ask} onClose={onClose}>
      <FieldsForm fields={fields} action="申请注销" danger submit={send}>
        <p>{words.last}</p>
        {closing.losses.length > 0 && (
          <>
            <Points of={closing.losses.map(lossText)} />
            <CheckField of={fields} name="lost" label={lossWords.tick(closing.lost)} />
          </>
        )}
        <PasswordField
          of={fields}
          name="password"
          label="登录密码"
          required
          autoComplete="current-password"
        />
        <TextField
          of={fields}
          name="confirm"
          label={`请输入“${words.confirm}”以确认`}
          required
          autoComplete="off"
        />
      </FieldsForm>
    </Dialog>
  )
}
