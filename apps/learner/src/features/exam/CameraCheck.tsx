import { isFocusLost } from '@ce/client/components/refocus.ts'
import { deviceOf } from '@ce/client/exam-attempt/camera-choice.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-words.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useEffect, useRef } from 'react'
import { useKit } from '../../components/kit.tsx'
import classes from './BeforeExam.module.css'
import { CameraPreview } from './CameraPreview.tsx'
import { useExamKit } from './exam-kit.tsx'
import { OtherCameras, useCameras } from './OtherCameras.tsx'

/** The camera check of the specification (§5), its live picture, and what helps when it fails. */
export function CameraCheck({ seat }: { seat: ExamSeat }) {
  const { Alert, Button } = useKit()
  const place = cameraPlace(navigator)
  const { camera } = seat.state
  const again = '重新检查'
  const check = () => seat.attempt.dispatch({ on: 'checkCamera' })
  const told = useRef<HTMLDivElement>(null)
  const before = useRef(camera)
  // what was pressed goes with each step; the focus goes on to what came of it
  useEffect(() => {
    if (before.current === camera) return
    before.current = camera
    if (isFocusLost()) told.current?.focus()
  }, [camera])
  return (
    <div className={classes.camera}>
      <div ref={told} role="status" tabIndex={-1}>
        {camera === 'checking' && (
          <StatusMark kind="doing">正在检查摄像头；如浏览器询问，请点“允许”。</StatusMark>
        )}
        {camera === 'ready' && (
          <StatusMark kind="done">摄像头检查通过，请让面部完整出现在画面中。</StatusMark>
        )}
        {camera !== 'off' && camera !== 'checking' && camera !== 'ready' && (
          <Alert inRegion kind="warning" title={cameraTitle(camera, place)}>
            {`${cameraHelp(camera, place, again)}也可以改用“人工核验”，照常参加考试。`}
          </Alert>
        )}
      </div>
      {camera === 'off' && (
        <p className={classes.quiet}>
          开始前需要检查一次摄像头。画面只显示在您自己的屏幕上，不会录像。
        </p>
      )}
      {camera === 'ready' && <Ready seat={seat} />}
      {camera !== 'ready' && (
        <div className={classes.cameraActions}>
          <Button onClick={check} busy={camera === 'checking'}>
            {camera === 'off' || camera === 'checking' ? '检查摄像头' : again}
          </Button>
          <OtherCameras seat={seat} />
          {camera !== 'off' && camera !== 'checking' && (
            <Button onClick={() => seat.attempt.dispatch({ on: 'choose', mode: 'MANUAL' })}>
              改用人工核验
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Ready({ seat: { attempt } }: { seat: ExamSeat }) {
  const { Select } = useExamKit()
  const cameras = useCameras()
  return (
    <>
      <CameraPreview attempt={attempt} size="large" />
      {cameras.length > 1 && (
        <Select
          label="选择摄像头"
          value={deviceOf(attempt.stream())}
          onChange={(deviceId) => attempt.dispatch({ on: 'checkCamera', deviceId })}
          options={cameras.map(({ deviceId, label }) => ({ value: deviceId, label }))}
        />
      )}
    </>
  )
}
