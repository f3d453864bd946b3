import { isFocusLost, restoreFocus } from '@ce/client/components/restore-focus.ts'
import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { setLowData, useLowDataOffer, usesLowData } from '@ce/client/low-data.ts'
import { Button } from '@ce/ui/Button.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import classes from './Learn.module.css'
import type { Lesson } from './learn-detail.ts'
import { ProgressPanel } from './ProgressPanel.tsx'
import { PlayerStage } from './Stage.tsx'
import { type LessonPanelProps, useLessonPagePlayer } from './use-lesson-on-page.ts'

/** The parent must use the lesson id as this component's key. */
export function VideoLesson({ url, ...props }: LessonPanelProps & { url: string }) {
  const client = useQueryClient()
  const { detail, lesson } = props
  const { id } = detail
  // Keep the first video address. The player requests a new one when it needs it.
  const firstUrl = useRef((usesLowData() && lesson.lowVideoUrl) || url)
  const captions = useCaptionsLink(client, id, lesson)
  const { player, next, autoPlay } = useLessonPagePlayer(props, {
    addressUntil: Date.parse(detail.videoUrlsUntil),
    renew: () => freshAddress(client, id, lesson.id),
  })
  const changeLowData = async (low: boolean) => {
    setLowData(low)
    const address = await freshAddress(client, id, lesson.id).catch(() => null)
    if (address) player.dispatch({ on: 'address', ...address })
  }
  const onLowData = lesson.lowVideoUrl ? changeLowData : undefined
  return (
    <>
      <div ref={useScrollToPlayerOnRotate()} className={classes.stage}>
        <PlayerStage
          player={player}
          url={firstUrl.current}
          captions={captions.link}
          onCaptionsLost={captions.renew}
          title={lesson.title}
          detail={detail}
          next={next}
          autoPlay={autoPlay}
          onLowData={onLowData}
        />
      </div>
      <div className={classes.card}>
        <ProgressPanel
          state={player.state}
          title={lesson.title}
          recordPath={paths.learnRecord(detail.signId, id, lesson.id)}
        />
      </div>
      {onLowData && <LowDataOffer choose={onLowData} />}
    </>
  )
}

async function freshLesson(client: QueryClient, id: string, lessonId: string) {
  const fresh = await client.fetchQuery({ ...learnCourseDetailQuery(id), staleTime: 0 })
  const lesson = fresh.lessons.find((candidate) => candidate.id === lessonId)
  return { lesson, until: Date.parse(fresh.videoUrlsUntil) }
}

async function freshAddress(client: QueryClient, id: string, lessonId: string) {
  const { lesson, until } = await freshLesson(client, id, lessonId)
  const url = (usesLowData() && lesson?.lowVideoUrl) || lesson?.videoUrl
  return url ? { url, until } : null
}

/** Renews the caption link once after an error; a second error may mean a missing file. */
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

/** Scrolls a phone in landscape to the video, which then fills the screen. */
function useScrollToPlayerOnRotate() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const lying = matchMedia('(orientation: landscape) and (height < 500px)')
    const show = () => {
      if (lying.matches) ref.current?.scrollIntoView({ block: 'start' })
    }
    show()
    lying.addEventListener('change', show)
    return () => lying.removeEventListener('change', show)
  }, [])
  return ref
}

/** Offers the low-data version of the film once on a mobile network. */
function LowDataOffer({ choose }: { choose: (low: boolean) => void }) {
  const offered = useLowDataOffer()
  const before = useRef(offered)
  // Move the focus, because the buttons disappear after the choice.
  useEffect(() => {
    if (before.current && !offered && isFocusLost()) restoreFocus()
    before.current = offered
  }, [offered])
  return (
    <div role="status">
      {offered && (
        <div className={classes.offer}>
          <p>正在使用移动网络。省流量模式画面较小，学时照常计入。</p>
          <div className={classes.offerActions}>
            <Button kind="quiet" onClick={() => setLowData(false)}>
              不用
            </Button>
            <Button onClick={() => choose(true)}>开启省流量</Button>
          </div>
        </div>
      )}
    </div>
  )
}
