import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useKit } from '../../../components/kit.tsx'
import { paths } from '../../../paths.ts'
import classes from './ArticleLesson.module.css'
import type { LearnDetail, Lesson } from './learn-detail.ts'
import { CoverageBar, Figures } from './ProgressPanel.tsx'
import { readingNote } from './reading-note.ts'

interface ReadingBarProps {
  player: LessonPlayer
  idleSeconds: number
  detail: LearnDetail
  next: Lesson | undefined
  /** the clock was started by the button: the focus belongs to the text again */
  onAct: () => void
}

/** The reading clock, always in view: whether it runs, what is saved, and the one button. */
export function ReadingBar({ player, idleSeconds, detail, next, onAct }: ReadingBarProps) {
  const { Button } = useKit()
  const { state, dispatch } = player
  const { title, text, button, runs = false, urgent = false } = readingNote(state, idleSeconds)
  const bar = useRef<HTMLElement>(null)
  const { halt, asked, done } = state
  // stopped by itself: one key on the button goes on, wherever in the text the reader was
  useEffect(() => {
    const { activeElement } = document
    const reading =
      activeElement === document.body || bar.current?.parentElement?.contains(activeElement)
    if (halt && reading) bar.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [halt])
  const act = () => {
    dispatch({ on: runs ? 'pause' : 'play' })
    if (!runs) onAct()
  }
  return (
    <section ref={bar} className={classes.bar} aria-label="阅读计时" data-runs={runs}>
      <CoverageBar state={state} />
      <div className={classes.note}>
        <p role={urgent ? 'alert' : 'status'}>
          <strong>{title}</strong>
          {text && <span>{text}</span>}
        </p>
        <div className={classes.actions}>
          {done && next && (
            <Link
              className={classes.next}
              to={paths.lesson(detail.signId, detail.id, next.id)}
              state={{ play: true }}
            >
              下一课时
              <span className="visually-hidden">：{next.title}</span>
            </Link>
          )}
          {button && (
            <Button kind={runs ? 'default' : 'primary'} disabled={asked} onClick={act}>
              {button}
            </Button>
          )}
        </div>
      </div>
      <Figures state={state} reading />
    </section>
  )
}
