// the text looks as it does on the public pages
import '@ce/site/site.css'
import type { Output } from '@ce/client/call.ts'
import { CallRefused } from '@ce/client/call.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { learnArticleQuery } from '@ce/client/course.ts'
import { formatDuration } from '@ce/client/format.ts'
import { nameOf } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useReadingClock } from '@ce/client/lesson-player/use-reading-clock.ts'
import { useSession } from '@ce/client/session.ts'
import { Prose } from '@ce/site/Prose.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import classes from './ArticleLesson.module.css'
import type { LearnDetail, Lesson } from './learn-detail.ts'
import { PresenceDialog } from './PresenceDialog.tsx'
import { CoverageBar, Figures } from './ProgressPanel.tsx'
import { readingNote } from './reading-note.ts'
import { type LessonPanelProps, useFreshLessons, useLessonOnPage } from './use-lesson-on-page.ts'
import { Watermark } from './Watermark.tsx'

/** A lesson that is read: its text under the clock that counts the reading (decision 013). Keyed by the lesson. */
export function ArticleLesson(props: LessonPanelProps) {
  const { detail, lesson } = props
  const query = useQuery(learnArticleQuery({ id: detail.id, lessonId: lesson.id }))
  useFreshLessons(detail.id, query.error instanceof CallRefused)
  return (
    <div className={classes.panel}>
      <Loaded query={query} skeleton={<Skeleton shape={['title', 'line', 'line', 'line']} />}>
        {(article) => <Reading {...props} article={article} />}
      </Loaded>
    </div>
  )
}

/** A text has no address that could run out. */
const noAddress = { addressUntil: Number.POSITIVE_INFINITY, renew: async () => null }

interface ReadingProps extends LessonPanelProps {
  article: Output<'GET /course/v1/learn_article'>
}

function Reading({ article, ...props }: ReadingProps) {
  const { detail, lesson } = props
  const { player, next } = useLessonOnPage(props, noAddress)
  useReadingClock(player.player, article.idleSeconds)
  const text = useRef<HTMLElement>(null)
  // where the space bar scrolls again
  const toText = useCallback(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <ReadingBar
        player={player}
        idleSeconds={article.idleSeconds}
        detail={detail}
        next={next}
        onAct={toText}
      />
      <article ref={text} className={classes.text} aria-labelledby="article" tabIndex={-1}>
        <Marks />
        <header className={classes.head}>
          <h2 id="article">{lesson.title}</h2>
          <p>
            要求阅读 {formatDuration(lesson.durationSeconds)}
            <Link to={paths.learnRecord(detail.signId, detail.id, lesson.id)}>学时来源</Link>
          </p>
        </header>
        <Text html={article.html} />
      </article>
      {nameOf(player.state) === 'presence-asked' && (
        <PresenceDialog player={player} onAnswered={toText} onText />
      )}
    </>
  )
}

/** Drawn once, however often the clock ticks. */
const Text = memo(Prose)

/** Who reads, over whatever part of the text is in view. */
function Marks() {
  const reader = useSession()?.userInfo
  if (!reader) return null
  return (
    <div className={classes.marks} aria-hidden="true">
      <div className={classes.view}>
        <Watermark name={reader.name} phoneMasked={reader.phoneMasked} onText />
      </div>
    </div>
  )
}

interface ReadingBarProps {
  player: LessonPlayer
  idleSeconds: number
  detail: LearnDetail
  next: Lesson | undefined
  /** the clock was started by the button: the focus belongs to the text again */
  onAct: () => void
}

/** The reading clock, always in view: whether it runs, what is saved, and the one button. */
function ReadingBar({ player, idleSeconds, detail, next, onAct }: ReadingBarProps) {
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
              className={buttonClass()}
              to={paths.lesson(detail.signId, detail.id, next.id)}
              state={{ play: true }}
            >
              下一课时
              <span className="visually-hidden">：{next.title}</span>
            </Link>
          )}
          {button && (
            <Button kind={runs ? 'quiet' : 'primary'} disabled={asked} onClick={act}>
              {button}
            </Button>
          )}
        </div>
      </div>
      <Figures state={state} reading />
    </section>
  )
}
