import { useKit } from '../../../components/kit.tsx'
import type { PresenceProps } from './lesson-kit.tsx'
import classes from './Player.module.css'
import presence from './PresenceCheck.module.css'
import { presenceWords, usePresence } from './use-presence.ts'

/** Asks whether someone is there, over the picture or the text (product §4 Study). Enter answers. */
export function PresenceCheck(props: PresenceProps) {
  if (!props.onText) return <Question {...props} />
  return (
    <div className={presence.cover}>
      <div className={presence.check}>
        <Question {...props} />
      </div>
    </div>
  )
}

function Question({ player, onAnswered, onText = false }: PresenceProps) {
  const { Button } = useKit()
  const { time, left, answer } = usePresence(player, onAnswered)
  return (
    <div
      className={classes.note}
      role="alertdialog"
      aria-labelledby="presence"
      aria-describedby="presence-why"
    >
      <p id="presence" className={classes.noteTitle}>
        {presenceWords.title}
      </p>
      <p id="presence-why">{presenceWords.why(time, onText)}</p>
      <p className={classes.countdown} aria-hidden="true">
        {left} 秒
      </p>
      <Button kind="primary" size="large" autoFocus onClick={answer}>
        {presenceWords.answer}
      </Button>
    </div>
  )
}
