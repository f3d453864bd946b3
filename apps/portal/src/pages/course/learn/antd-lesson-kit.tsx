import {
  CaretRightFilled,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MutedOutlined,
  PauseOutlined,
  SoundOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { formatHoursUnit, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import type { LearnDetail } from '@ce/frame/student/learn/learn-detail.ts'
import type { LessonKit } from '@ce/frame/student/learn/lesson-kit.tsx'
import { PresenceCheck } from '@ce/frame/student/learn/PresenceCheck.tsx'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import classes from './LearnPage.module.css'

/** What only the lesson's player needs, as the desktop draws it. */
export const antdLessonKit: LessonKit = {
  icons: {
    play: <CaretRightFilled />,
    pause: <PauseOutlined />,
    back: <UndoOutlined />,
    muted: <MutedOutlined />,
    sound: <SoundOutlined />,
    fullscreen: <FullscreenOutlined />,
    exitFullscreen: <FullscreenExitOutlined />,
  },
  Presence: PresenceCheck,
  Page: ({ detail, children }) => (
    <>
      {detail ? <Heading detail={detail} /> : <h1 className="visually-hidden">在线学习</h1>}
      {children}
    </>
  ),
  Layout: ({ notes, player, lessons }) => (
    <>
      <div className={classes.notes}>{notes}</div>
      <div className={classes.columns}>
        {player}
        {lessons}
      </div>
    </>
  ),
  VideoLayout: ({ stage, below }) => (
    <div className={classes.video}>
      {stage}
      {below}
    </div>
  ),
  handheld: false,
}

function Heading({ detail: { signId, year, course } }: { detail: LearnDetail }) {
  return (
    <div className={classes.heading}>
      <h1>{course.title}</h1>
      <p>
        {formatTeacher(course.teacher)} · {subjectNames[course.subject]} ·{' '}
        {formatHoursUnit(course.hours)}
      </p>
      <Link to={paths.course(signId)}>返回 {year} 年度课程</Link>
    </div>
  )
}
