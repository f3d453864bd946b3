import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { chooseLowData, readLowData } from '@ce/client/low-data.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { ArticleLesson } from './ArticleLesson.tsx'
import type { Lesson } from './learn-detail.ts'
import { useLessonKit } from './lesson-kit.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { Stage } from './Stage.tsx'
import { type LessonPanelProps, useLessonOnPage } from './use-lesson-on-page.ts'

/** One lesson: its video or its text, and what is credited. Keyed by the lesson. */
export function LessonPlayerPanel(props: LessonPanelProps) {
  const { lesson } = props
  if (lesson.kind === 'ARTICLE') return <ArticleLesson {...props} />
  if (!lesson.videoUrl)
    return <EmptyState title={lesson.title}>这个课时暂时没有视频，请先学习其他课时。</EmptyState>
  return <VideoLesson {...props} url={lesson.videoUrl} />
}

/** A lesson whose links have just been made. */
async function freshLesson(client: QueryClient, id: string, lessonId: string) {
  const fresh = await client.fetchQuery({ ...learnCourseDetailQuery(id), staleTime: 0 })
  const lesson = fresh.lessons.find((candidate) => candidate.id === lessonId)
  return { lesson, until: Date.parse(fresh.videoUrlsUntil) }
}

/** Of the rendition that is wanted now. */
async function freshAddress(client: QueryClient, id: string, lessonId: string) {
  const { lesson, until } = await freshLesson(client, id, lessonId)
  const url = (readLowData() && lesson?.lowVideoUrl) || lesson?.videoUrl
  return url ? { url, until } : null
}

/**
 * The captions' link, which ends as the film's address does: one that fails is asked for anew, once, for the file itself may be gone.
 * What had no answer is asked again when the network is back.
 */
function useCaptionsLink(client: QueryClient, id: string, { id: lessonId, captionsUrl }: Lesson) {
  const [link, setLink] = useState(captionsUrl === null ? null : { url: captionsUrl, fresh: false })
  const [unanswered, setUnanswered] = useState(false)
  const renew = async () => {
    if (link?.fresh) return
    const now = await freshLesson(client, id, lessonId).catch(() => null)
    setUnanswered(now === null)
    if (now?.lesson?.captionsUrl) setLink({ url: now.lesson.captionsUrl, fresh: true })
  }
  useEffect(() => {
    if (!unanswered) return
    window.addEventListener('online', renew)
    return () => window.removeEventListener('online', renew)
  })
  return { link, renew }
}

function VideoLesson({ url, ...props }: LessonPanelProps & { url: string }) {
  const client = useQueryClient()
  const { VideoLayout } = useLessonKit()
  const { detail, lesson } = props
  const { id } = detail
  // the address the lesson was opened with: a fresh one comes only when the player asks
  const firstUrl = useRef((readLowData() && lesson.lowVideoUrl) || url)
  const captions = useCaptionsLink(client, id, lesson)
  const { player, next, autoPlay } = useLessonOnPage(props, {
    addressUntil: Date.parse(detail.videoUrlsUntil),
    renew: () => freshAddress(client, id, lesson.id),
  })
  const changeLowData = async (low: boolean) => {
    chooseLowData(low)
    const address = await freshAddress(client, id, lesson.id).catch(() => null)
    if (address) player.dispatch({ on: 'address', ...address })
  }
  const onLowData = lesson.lowVideoUrl ? changeLowData : undefined
  return (
    <VideoLayout
      stage={
        <Stage
          player={player}
          url={firstUrl.current}
          captions={captions.link}
          onCaptionsLost={captions.renew}
          title={lesson.title}
          detail={detail}
          next={next}
          led={autoPlay}
          onLowData={onLowData}
        />
      }
      below={
        <ProgressPanel
          state={player.state}
          title={lesson.title}
          recordPath={paths.learnRecord(detail.signId, id, lesson.id)}
        />
      }
      onLowData={onLowData}
    />
  )
}
