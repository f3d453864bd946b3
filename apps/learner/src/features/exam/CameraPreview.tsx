import type { ExamAttempt } from '@ce/client/exam-attempt/attempt.ts'
import { useCallback } from 'react'
import classes from './CameraPreview.module.css'

/** The student's own picture, mirrored as people expect; only on this screen. */
export function CameraPreview({
  attempt,
  size,
}: {
  attempt: ExamAttempt
  size: 'large' | 'small'
}) {
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (!video) return
      video.srcObject = attempt.stream()
      return () => {
        video.srcObject = null
      }
    },
    [attempt],
  )
  return (
    <video
      ref={show}
      className={`${classes.preview} ${classes[size]}`}
      autoPlay
      muted
      playsInline
      aria-label="摄像头画面预览"
    />
  )
}
