// Use the same text styles as the public pages.
import '@ce/site/site.css'
import type { ClientOutput } from '@ce/client/call.ts'
import { CallRefused } from '@ce/client/call.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { learnArticleQuery } from '@ce/client/course.ts'
import { formatDuration } from '@ce/client/format.ts'
import { playerStateNameOf } from '@ce/client/lesson-player/state.ts'
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
import { CoverageBar, StudyFigures } from './ProgressPanel.tsx'
import { readingNote } from './reading-note.ts'
import { type LessonPanelProps, useLessonPagePlayer, useRefetchLessons } from './use-lesson-on-page.ts'
import { Watermark } from './Watermark.tsx'

/** Reading time is counted as in decision 013. The parent must use the lesson id as key. */
export function ArticleLesson(props: LessonPanelProps) {
  const { detail, lesson } = props
  const query = useQuery(learnArticleQuery({ id: detail.id, lessonId: lesson.id }))
  useRefetchLessons(detail.id, query.error instanceof CallRefused)
  return (
    <div className={classes.panel}>
      <QueryContent query={query} skeleton={<Skeleton shape={['title', 'line', 'line', 'line']} />}>
        {(article) => <Reading {...props} article={article} />}
      </QueryContent>
    </div>
  )
}

const noAddress = { addressUntil: Number.POSITIVE_INFINITY, renew: async () => null }

interface ReadingProps extends LessonPanelProps {
  article: ClientOutput<'GET /course/v1/learn_article'>
}

function Reading({ article, ...props }: ReadingProps) {
  const { detail, lesson } = props
  const { player, next } = useLessonPagePlayer(props, noAddress)
  useReadingClock(player.player, article.idleSeconds)
  const text = useRef<HTMLElement>(null)
  // The space bar scrolls the text only while the text has the focus.
  const toText = useCallback(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <ReadingBar player={player} idleSeconds={article.idleSeconds} detail={detail} next={next} onAct={toText} />
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
      {playerStateNameOf(player.state) === 'presence-asked' && (
        <PresenceDialog player={player} onAnswered={toText} onText />
      )}
    </>
  )
}

/** Memoised, because the reading clock renders every second. */
const Text = memo(Prose)

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
  /** Called when the button has started the clock, to return the focus to the text. */
  onAct: () => void
}

/** The clock and its button stay in view while the text scrolls. */
function ReadingBar({ player, idleSeconds, detail, next, onAct }: ReadingBarProps) {
  const { state, dispatch } = player
  const { title, text, button, runs = false, urgent = false } = readingNote(state, idleSeconds)
  const bar = useRef<HTMLElement>(null)
  const { halt, asked, done } = state
  // Focus the button after an automatic stop, so that one key continues.
  useEffect(() => {
    const { activeElement } = document
    const reading = activeElement === document.body || bar.current?.parentElement?.contains(activeElement)
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
            <Link className={buttonClass()} to={paths.lesson(detail.signId, detail.id, next.id)} state={{ play: true }}>
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
      <StudyFigures state={state} reading />
    </section>
  )
}
