import { learnCourseDetailQuery, noteProgress, studyReads } from '@ce/client/course.ts'
import { limitOf } from '@ce/client/lesson-player/state.ts'
import { useLessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { chooseLowData, readLowData } from '@ce/client/low-data.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { paths } from '../../../paths.ts'
import type { LearnDetail } from './LearnPage.tsx'
import classes from './Player.module.css'
import { ProgressPanel } from './ProgressPanel.tsx'
import { Stage } from './Stage.tsx'

interface LessonPlayerPanelProps {
  studentId: string
  detail: LearnDetail
  lesson: LearnDetail['lessons'][number]
  onCourseDone: () => void
}

/** One lesson: its video, and under it what is credited. Keyed by the lesson. */
export function LessonPlayerPanel(props: LessonPlayerPanelProps) {
  const { lesson } = props
  if (!lesson.videoUrl)
    return (
      <div className={classes.panel}>
        <EmptyState title={lesson.title}>这个课时暂时没有视频，请先学习其他课时。</EmptyState>
      </div>
    )
  return <VideoLesson {...props} url={lesson.videoUrl} />
}

/** Of the rendition that is wanted now. */
async function freshAddress(client: QueryClient, id: string, lessonId: string) {
  const fresh = await client.fetchQuery({ ...learnCourseDetailQuery(id), staleTime: 0 })
  const lesson = fresh.lessons.find((candidate) => candidate.id === lessonId)
  const url = (readLowData() && lesson?.lowVideoUrl) || lesson?.videoUrl
  return url ? { url, until: Date.parse(fresh.videoUrlsUntil) } : null
}

function VideoLesson({
  studentId,
  detail,
  lesson,
  url,
  onCourseDone,
}: LessonPlayerPanelProps & { url: string }) {
  const client = useQueryClient()
  const { id, lessons } = detail
  // the address the lesson was opened with: a fresh one comes only when the player asks
  const firstUrl = useRef((readLowData() && lesson.lowVideoUrl) || url)
  const firstCaptions = useRef(lesson.captionsUrl)
  const { state: how } = useLocation()
  // not after a reload: browsers want a click first
  const autoPlay = useNavigationType() === 'PUSH' && how?.play === true
  const player = useLessonPlayer({
    studentId,
    signCourseId: id,
    lesson,
    studyOpen: detail.studyOpen,
    addressUntil: Date.parse(detail.videoUrlsUntil),
    autoPlay,
    onProgress: (now) =>
      noteProgress(client, id, lesson.id, {
        covered: now.covered,
        creditedSeconds: now.creditedSeconds,
        furthestSeconds: now.served,
        resumeAt: Math.min(now.position, limitOf(now)),
        done: now.done,
      }),
    renew: () => freshAddress(client, id, lesson.id),
  })
  const { state } = player
  const { done, closed, media } = state
  // done now, or study time ended while playing: the server's word changes more than this lesson
  const known = useRef({ done: lesson.done, closed: !detail.studyOpen })
  useEffect(() => {
    if (known.current.done === done && known.current.closed === closed) return
    known.current = { done, closed }
    for (const name of studyReads) void client.invalidateQueries({ queryKey: [name] })
  }, [client, done, closed])

  const finished = done && lessons.every((other) => other.done || other.id === lesson.id)
  const told = useRef(finished)
  useEffect(() => {
    if (!finished || media !== 'ended' || told.current) return
    told.current = true
    if (document.fullscreenElement) void document.exitFullscreen()
    onCourseDone()
  }, [finished, media, onCourseDone])

  const changeLowData = async (low: boolean) => {
    chooseLowData(low)
    const address = await freshAddress(client, id, lesson.id).catch(() => null)
    if (address) player.dispatch({ on: 'address', ...address })
  }
  const next = lessons[lessons.findIndex((other) => other.id === lesson.id) + 1]
  return (
    <div className={classes.panel}>
      <Stage
        player={player}
        url={firstUrl.current}
        captionsUrl={firstCaptions.current}
        title={lesson.title}
        detail={detail}
        next={next}
        onLowData={lesson.lowVideoUrl ? changeLowData : undefined}
      />
      <ProgressPanel
        state={state}
        title={lesson.title}
        recordPath={paths.learnRecord(detail.signId, id, lesson.id)}
      />
    </div>
  )
}
