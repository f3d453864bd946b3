import { Screen } from '../../../components/Screen.tsx'
import { paths } from '../../../paths.ts'
import classes from './Learn.module.css'
import { LowDataOffer } from './LowDataOffer.tsx'
import type { LessonKit, VideoLayoutProps } from './lesson-kit.tsx'
import { PresenceSheet } from './PresenceSheet.tsx'
import { useTurned } from './use-turned.ts'

const icon = (path: string) => (
  <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** What only the lesson's player needs, as the phone draws it. */
export const phoneLessonKit: LessonKit = {
  icons: {
    play: icon('M8 5v14l11-7z'),
    pause: icon('M8 5v14M16 5v14'),
    back: icon('M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4'),
    muted: null,
    sound: null,
    fullscreen: icon('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'),
    exitFullscreen: icon('M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5'),
  },
  Presence: PresenceSheet,
  Page: ({ detail, children }) => (
    <Screen
      title={detail?.course.title ?? '在线学习'}
      back={detail ? paths.course(detail.signId) : paths.myCourses()}
    >
      {children}
    </Screen>
  ),
  Layout: ({ notes, player, lessons }) => (
    <div className={classes.page}>
      {player}
      {notes}
      {lessons}
    </div>
  ),
  VideoLayout: VideoLayout,
  handheld: true,
}

function VideoLayout({ stage, below, onLowData }: VideoLayoutProps) {
  const ref = useTurned()
  return (
    <>
      <div ref={ref} className={classes.stage}>
        {stage}
      </div>
      <div className={classes.card}>{below}</div>
      {onLowData && <LowDataOffer choose={onLowData} />}
    </>
  )
}
