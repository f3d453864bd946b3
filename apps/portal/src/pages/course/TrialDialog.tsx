import type { Output } from '@ce/client/call.ts'
import { trySeeQuery } from '@ce/client/course.ts'
import { formatDuration, formatTeacher } from '@ce/client/format.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { useState } from 'react'
import classes from './TrialDialog.module.css'

interface TrialDialogProps {
  course: { id: string; title: string }
  onClose: () => void
}

/** 试看: the first seconds of a course before paying; earns nothing and says so. */
export function TrialDialog({ course, onClose }: TrialDialogProps) {
  const query = useQuery(trySeeQuery(course.id))
  return (
    <Modal
      open
      title={`试看：${course.title}`}
      onCancel={onClose}
      footer={null}
      width={760}
      destroyOnHidden
    >
      <Loaded query={query}>{(trial) => <Trial trial={trial} />}</Loaded>
    </Modal>
  )
}

function Trial({ trial: course }: { trial: Output<'GET /course/v1/try_see'> }) {
  const { trial, teacher } = course
  const [over, setOver] = useState(false)
  return (
    <div className={classes.trial}>
      {/* biome-ignore lint/a11y/useMediaCaption: lessons have no captions yet; the narration stands on the slides */}
      <video
        className={classes.video}
        src={trial.videoUrl}
        controls
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
      />
      {over && <Alert type="info" showIcon title="试看结束，报名缴费后可以完整学习。" />}
      <p className={classes.note}>可试看前 {formatDuration(trial.seconds)}，试看不计学时。</p>
      <p>{course.intro}</p>
      <p className={classes.note}>
        {formatTeacher(teacher)} {teacher.employer}
      </p>
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
