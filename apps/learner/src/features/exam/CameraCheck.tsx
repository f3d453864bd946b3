import { isFocusLost } from '@ce/client/components/restore-focus.ts'
import type { ExamAttempt } from '@ce/client/exam-attempt/attempt.ts'
import type { CameraChoice } from '@ce/client/exam-attempt/camera-choice.ts'
import { cameraIdOf, listCameras, mayOtherCameraHelp } from '@ce/client/exam-attempt/camera-choice.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-text.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import form from '@ce/ui/form/form.module.css'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import classes from './BeforeExam.module.css'
import { useRecentRehearsal } from './Rehearsal.tsx'

const again = '重新检查'

/** Guides the student through the steps of the camera check (docs/rules/exam.md#camera). */
export function CameraCheck({ seat }: { seat: ExamSession }) {
  const { state, attempt } = seat
  const place = cameraPlace(navigator)
  const { camera } = state
  const check = useCallback(() => attempt.dispatch({ on: 'checkCamera' }), [attempt])
  const told = useRef<HTMLDivElement>(null)
  const before = useRef(camera)
  // Each step removes the button that was pressed, so the focus moves to the result.
  useEffect(() => {
    if (before.current === camera) return
    before.current = camera
    if (isFocusLost()) told.current?.focus()
  }, [camera])
  // A recent rehearsal proved that this camera works, so skip the question about it.
  const rehearsed = useRecentRehearsal()
  useEffect(() => {
    if (rehearsed && attempt.read().camera === 'off') check()
  }, [rehearsed, attempt, check])
  return (
    <div className={classes.camera}>
      <div ref={told} role="status" tabIndex={-1}>
        {camera === 'checking' && <StatusMark kind="doing">正在检查摄像头；如浏览器询问，请点“允许”。</StatusMark>}
        {camera === 'ready' && <StatusMark kind="done">摄像头检查通过，请让面部完整出现在画面中。</StatusMark>}
        {camera !== 'off' && camera !== 'checking' && camera !== 'ready' && (
          <Alert inRegion kind="warning" title={cameraTitle(camera, place)}>
            {`${cameraHelp(camera, place, again)}也可以改用“人工核验”，照常参加考试。`}
          </Alert>
        )}
      </div>
      {camera === 'off' && (
        <p className={classes.quiet}>开始前需要检查一次摄像头。画面只显示在您自己的屏幕上，不会录像。</p>
      )}
      {camera === 'ready' && <Ready attempt={attempt} />}
      {camera !== 'ready' && (
        <div className={classes.actions}>
          <Button kind="quiet" onClick={check} busy={camera === 'checking'}>
            {camera === 'off' || camera === 'checking' ? '检查摄像头' : again}
          </Button>
          <OtherCameraButtons seat={seat} />
          {camera !== 'off' && camera !== 'checking' && (
            <Button kind="quiet" onClick={() => attempt.dispatch({ on: 'choose', mode: 'MANUAL' })}>
              改用人工核验
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Ready({ attempt }: { attempt: ExamAttempt }) {
  const cameras = useCameras()
  return (
    <>
      <CameraPreview attempt={attempt} size="large" />
      {cameras.length > 1 && (
        <select
          aria-label="选择摄像头"
          className={form.input}
          value={cameraIdOf(attempt.stream()) ?? ''}
          onChange={({ target }) => attempt.dispatch({ on: 'checkCamera', deviceId: target.value })}
        >
          {cameras.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId}>
              {label}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

/** The camera picture, mirrored as people expect of their own face. It never leaves this screen. */
export function CameraPreview(props: { attempt: ExamAttempt; size: 'large' | 'small' }) {
  const { attempt, size } = props
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
      className={`${classes.preview} ${size === 'large' ? classes.large : classes.small}`}
      autoPlay
      muted
      playsInline
      aria-label="摄像头画面预览"
    />
  )
}

/**
 * Lists the cameras again whenever `asked` changes. @param phone assumes two cameras, even if the browser hides one
 */
function useCameras(phone = false, asked: unknown = null): CameraChoice[] {
  const [cameras, setCameras] = useState<CameraChoice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says when to look again
  useEffect(() => {
    let gone = false
    void listCameras(navigator.mediaDevices, phone).then((list) => {
      if (!gone) setCameras(list)
    })
    return () => {
      gone = true
    }
  }, [phone, asked])
  return cameras
}

export function OtherCameraButtons({ seat: { state, attempt } }: { seat: ExamSession }) {
  const { camera } = state
  const cameras = useCameras(cameraPlace(navigator) !== 'DESK', camera)
  if (!mayOtherCameraHelp(camera) || cameras.length < 2) return null
  return cameras.map(({ deviceId, label }) => (
    <Button key={deviceId} kind="quiet" onClick={() => attempt.dispatch({ on: 'checkCamera', deviceId })}>
      {`改用“${label}”`}
    </Button>
  ))
}
