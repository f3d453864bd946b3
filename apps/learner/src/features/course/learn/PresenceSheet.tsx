import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useId } from 'react'
import classes from './Learn.module.css'
import type { PresenceProps } from './lesson-kit.tsx'
import { presenceWords, usePresence } from './use-presence.ts'

/** Asks whether someone is there (product §4 Study): at the lower edge, where the thumb is. */
export function PresenceSheet({ player, onAnswered, onText = false }: PresenceProps) {
  const { time, left, answer } = usePresence(player, onAnswered)
  const id = useId()
  // one key answers: a sheet that opens gives the focus to its text
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <Dialog
      open
      title={presenceWords.title}
      actions={
        <Button id={id} onClick={answer}>
          {presenceWords.answer}
        </Button>
      }
    >
      <p>{presenceWords.why(time, onText)}</p>
      <p className={classes.countdown} aria-hidden="true">
        {left} 秒
      </p>
    </Dialog>
  )
}
