import { cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-words.ts'
import { type AttemptState, type SaveState, saveStateOf } from '@ce/client/exam-attempt/state.ts'
import { type ExamSeat, useRemaining } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDateTime, formatRemaining } from '@ce/client/format.ts'
import { useServerFault } from '@ce/client/online.ts'
import { PrintSwitch } from '@ce/site/PrintSwitch.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useEffect, useRef, useState } from 'react'
import { CameraPreview, OtherCameras } from './CameraCheck.tsx'
import frame from './Exam.module.css'
import { NetworkBanner } from './ExamFrame.tsx'
import classes from './Paper.module.css'
import { spentText, unsavedText } from './text.ts'

const saveMarks: Record<
  Exclude<SaveState, 'offline' | 'spent'>,
  { kind: StatusKind; text: string }
> = {
  saved: { kind: 'done', text: '已保存' },
  saving: { kind: 'doing', text: '保存中' },
}

/** By whether the device keeps what is not saved yet. */
const offlineText = {
  kept: '请继续作答，答案会保存在本机，恢复后自动上传；计时不停止。',
  lost: '请继续作答，不要关闭本页，恢复后自动上传；计时不停止。',
}
const signedOutText = {
  kept: '请重新登录后回到本页继续；未上传的答案已保存在本机。',
  lost: '请重新登录后继续；本机没有保存未上传的答案。',
}

/** Always in sight: the time, the save state, the network, the camera. */
export function PaperBar({ seat }: { seat: ExamSeat }) {
  const { state, attempt } = seat
  const keeps = attempt.keeps()
  const camera = state.sitting?.mode === 'CAMERA'
  const seen = camera && state.camera === 'ready'
  const running = state.phase === 'running'
  return (
    <header className={classes.bar}>
      <div className={classes.barRow} data-camera={seen || undefined}>
        {seen && <CameraPreview attempt={attempt} size="small" />}
        <h1 className={classes.title}>{state.info.courseTitle}</h1>
        {running && <PrintSwitch className={classes.print} />}
        {running && (
          <span>
            <Saved state={state} keeps={keeps} />
          </span>
        )}
        {running && <TimeLeft seat={seat} />}
      </div>
      <MoreTime state={state} />
      <ChangedElsewhere state={state} />
      <NetworkBanner>{running && (keeps ? offlineText.kept : offlineText.lost)}</NetworkBanner>
      {state.signedOut && (
        <p className={frame.banner} role="alert">
          登录已失效，{keeps ? signedOutText.kept : signedOutText.lost}
        </p>
      )}
      {camera && <CameraTrouble seat={seat} />}
    </header>
  )
}

/** Whether what was answered is at the server, or where it is. */
function Saved({ state, keeps }: { state: AttemptState; keeps: boolean }) {
  const faulty = useServerFault()
  const save = saveStateOf(state)
  if (save === 'saved' || save === 'saving')
    return <StatusMark kind={saveMarks[save].kind}>{saveMarks[save].text}</StatusMark>
  const words = save === 'spent' ? spentText(keeps) : unsavedText({ faulty, keeps })
  return <StatusMark kind={keeps ? 'warning' : 'error'}>{words}</StatusMark>
}

/** Added time, by staff or for an outage of ours: the clock alone would say it to nobody. */
function MoreTime({ state: { phase, extendedTo } }: { state: AttemptState }) {
  return (
    <div role="status">
      {phase === 'running' && extendedTo !== null && (
        <p className={classes.moreTime}>
          考试时间已延长至 <strong>{formatDateTime(extendedTo).slice(11)}</strong>，请继续作答。
        </p>
      )}
    </div>
  )
}

/** A newer answer from elsewhere has come in place of what was shown, or the other way round. */
function ChangedElsewhere({ state: { phase, changed } }: { state: AttemptState }) {
  return (
    <div role="status">
      {phase === 'running' && changed.length > 0 && (
        <p className={classes.moreTime}>
          第 {changed.join('、')}{' '}
          题在其他页面或设备上也作答过，现在显示的是最后的答案，请核对后再交卷。
        </p>
      )}
    </div>
  )
}

/** A camera that is away holds nothing up; it can be tried again. */
function CameraTrouble({ seat }: { seat: ExamSeat }) {
  const { state, attempt } = seat
  const { camera } = state
  if (state.phase !== 'running' || camera === 'ready' || camera === 'off') return null
  return (
    <div className={classes.trouble} role="status">
      {camera === 'checking' ? (
        '正在连接摄像头…'
      ) : (
        <>
          <span>
            {cameraTitle(camera, cameraPlace(navigator))}
            ，不影响继续答题，本次考试会由工作人员核查。
          </span>
          <Button kind="quiet" onClick={() => attempt.dispatch({ on: 'checkCamera' })}>
            重新连接
          </Button>
          <OtherCameras seat={seat} />
        </>
      )}
    </div>
  )
}

/** What is left of the time: always visible, quiet until the thresholds, which are told once each. */
function TimeLeft({ seat }: { seat: ExamSeat }) {
  const seconds = useRemaining(seat)
  const before = useRef(seconds)
  const [told, setTold] = useState('')
  useEffect(() => {
    const minutes = crossed(before.current, seconds)
    before.current = seconds
    if (minutes !== null) setTold(`考试还剩 ${minutes} 分钟`)
  }, [seconds])
  const urgency = urgencyOf(seconds)
  return (
    <div className={`${classes.time} ${classes[urgency]}`}>
      <span>{urgency === 'last' ? '即将自动交卷' : '剩余时间'}</span>
      <strong role="timer" aria-label="剩余时间">
        {formatRemaining(seconds)}
      </strong>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  )
}

/** told at these and at no other times (product §4 Access), minutes */
const thresholds = [10, 5, 1] as const

/** The threshold passed between two readings, in minutes; null: none. Of several at once the lowest counts. */
export function crossed(before: number, now: number): number | null {
  const passed = thresholds.filter((minutes) => before > minutes * 60 && now <= minutes * 60)
  return passed.at(-1) ?? null
}

/** How the timer looks: quiet, then noticeable from 5 minutes, then urgent in the last one. */
export function urgencyOf(seconds: number): 'quiet' | 'soon' | 'last' {
  if (seconds <= 60) return 'last'
  return seconds <= 300 ? 'soon' : 'quiet'
}
