import type { ClientOutput } from '@ce/client/call.ts'
import { formatDuration, formatTeacher } from '@ce/client/format.ts'
import { useState } from 'react'
import { useCaptionVisibility } from './learn/media.ts'
import classes from './Trial.module.css'

export function FreeCoursePreview({ trial: course }: { trial: ClientOutput<'GET /course/v1/try_see'> }) {
  const { trial, teacher } = course
  const [over, setOver] = useState(false)
  const [film, setFilm] = useState<HTMLVideoElement | null>(null)
  useCaptionVisibility(film)
  return (
    <div className={classes.trial}>
      {/* biome-ignore lint/a11y/useMediaCaption: shown where a lesson has them; else the narration stands on the slides */}
      <video
        ref={setFilm}
        className={classes.video}
        src={trial.videoUrl}
        controls
        playsInline
        controlsList="nodownload noplaybackrate"
        disablePictureInPicture
        aria-label={`${course.title} 试看视频`}
        onTimeUpdate={({ currentTarget: video }) => {
          if (video.currentTime < trial.seconds) return
          video.pause()
          video.currentTime = trial.seconds
          setOver(true)
        }}
        onPlay={({ currentTarget: video }) => {
          if (over) video.currentTime = 0
          setOver(false)
        }}
      >
        {trial.captionsUrl && <track kind="captions" src={trial.captionsUrl} srcLang="zh" label="中文" default />}
      </video>
      <div role="alert">{over && <p className={classes.over}>试看结束，报名缴费后可以完整学习。</p>}</div>
      <p className={classes.note}>可试看前 {formatDuration(trial.seconds)}，试看不计学时。</p>
      <p>{course.intro}</p>
      <p className={classes.note}>
        {formatTeacher(teacher)} {teacher.employer}
      </p>
      {course.demo && <p className={classes.note}>课时为演示短片，时长不代表正式课程。</p>}
      <ol className={classes.lessons}>
        {course.lessons.map((lesson) => (
          <li key={lesson.title}>
            {lesson.title}（{formatDuration(lesson.durationSeconds)}）
          </li>
        ))}
      </ol>
    </div>
  )
}
