// the text looks as it does on the public pages
import '@ce/site/site.css'
import type { Output } from '@ce/client/call.ts'
import { CallRefused } from '@ce/client/call.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { learnArticleQuery } from '@ce/client/course.ts'
import { formatDuration } from '@ce/client/format.ts'
import { nameOf } from '@ce/client/lesson-player/state.ts'
import { useReadingClock } from '@ce/client/lesson-player/use-reading-clock.ts'
import { useSession } from '@ce/client/session.ts'
import { Prose } from '@ce/site/Prose.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import classes from './ArticleLesson.module.css'
import { useLessonKit } from './lesson-kit.tsx'
import { ReadingBar } from './ReadingBar.tsx'
import { useFreshLessons } from './use-fresh-lessons.ts'
import { type LessonPanelProps, useLessonOnPage } from './use-lesson-on-page.ts'
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
  const { Presence } = useLessonKit()
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
        <Presence player={player} onAnswered={toText} onText />
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
