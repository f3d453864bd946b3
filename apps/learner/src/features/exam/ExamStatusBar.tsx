import { cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-text.ts'
import { type AnswerSaveState, type AttemptState, answerSaveStateOf } from '@ce/client/exam-attempt/state.ts'
import { type ExamSession, useRemainingSeconds } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDateTime, formatRemainingTime } from '@ce/client/format.ts'
import { useServerFault } from '@ce/client/online.ts'
import { LargePrintButton } from '@ce/site/PrintSwitch.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useEffect, useRef, useState } from 'react'
import { CameraPreview, OtherCameraButtons } from './CameraCheck.tsx'
import frame from './Exam.module.css'
import { ExamNetworkBanner } from './ExamFrame.tsx'
import classes from './Paper.module.css'
import { saveLimitReachedText, unsavedAnswersText } from './text.ts'

const saveMarks: Record<Exclude<AnswerSaveState, 'offline' | 'spent'>, { kind: StatusKind; text: string }> = {
  saved: { kind: 'done', text: '已保存' },
  saving: { kind: 'doing', text: '保存中' },
}

/** The text depends on whether the device can store unsaved answers. */
const offlineText = {
  kept: '请继续作答，答案会保存在本机，恢复后自动上传；计时不停止。',
  lost: '请继续作答，不要关闭本页，恢复后自动上传；计时不停止。',
}
const signedOutText = {
  kept: '请重新登录后回到本页继续；未上传的答案已保存在本机。',
  lost: '请重新登录后继续；本机没有保存未上传的答案。',
}

/** Shows the time, save state, network and camera, and stays in view. */
export function ExamStatusBar({ seat }: { seat: ExamSession }) {
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
        {running && <LargePrintButton className={classes.print} />}
        {running && (
          <span>
            <Saved state={state} keeps={keeps} />
          </span>
        )}
        {running && <TimeLeft seat={seat} />}
      </div>
      <MoreTime state={state} />
      <ChangedElsewhere state={state} />
      <ExamNetworkBanner>{running && (keeps ? offlineText.kept : offlineText.lost)}</ExamNetworkBanner>
      {state.signedOut && (
        <p className={frame.banner} role="alert">
          登录已失效，{keeps ? signedOutText.kept : signedOutText.lost}
        </p>
      )}
      {camera && <CameraTrouble seat={seat} />}
    </header>
  )
}

function Saved({ state, keeps }: { state: AttemptState; keeps: boolean }) {
  const faulty = useServerFault()
  const save = answerSaveStateOf(state)
  if (save === 'saved' || save === 'saving')
    return <StatusMark kind={saveMarks[save].kind}>{saveMarks[save].text}</StatusMark>
  const words = save === 'spent' ? saveLimitReachedText(keeps) : unsavedAnswersText({ faulty, keeps })
  return <StatusMark kind={keeps ? 'warning' : 'error'}>{words}</StatusMark>
}

/** Announces that the exam time was extended, because the clock alone does not explain it. */
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

/** Names the questions that were also answered on another page or device; the last answers are the ones shown. */
function ChangedElsewhere({ state: { phase, changed } }: { state: AttemptState }) {
  return (
    <div role="status">
      {phase === 'running' && changed.length > 0 && (
        <p className={classes.moreTime}>
          第 {changed.join('、')} 题在其他页面或设备上也作答过，现在显示的是最后的答案，请核对后再交卷。
        </p>
      )}
    </div>
  )
}

/** Says that the camera failed, which does not stop the attempt. */
function CameraTrouble({ seat }: { seat: ExamSession }) {
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
          <OtherCameraButtons seat={seat} />
        </>
      )}
    </div>
  )
}

function TimeLeft({ seat }: { seat: ExamSession }) {
  const seconds = useRemainingSeconds(seat)
  const before = useRef(seconds)
  const [told, setTold] = useState('')
  useEffect(() => {
    const minutes = crossedTimeThreshold(before.current, seconds)
    before.current = seconds
    if (minutes !== null) setTold(`考试还剩 ${minutes} 分钟`)
  }, [seconds])
  const urgency = timerUrgency(seconds)
  return (
    <div className={`${classes.time} ${classes[urgency]}`}>
      <span>{urgency === 'last' ? '即将自动交卷' : '剩余时间'}</span>
      <strong role="timer" aria-label="剩余时间">
        {formatRemainingTime(seconds)}
      </strong>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  )
}

/** Remaining minutes at which screen readers announce the time (docs/rules/screens.md#access). */
const thresholds = [10, 5, 1] as const

/** Returns the lowest threshold, in minutes, that the timer passed between two readings, or null. */
export function crossedTimeThreshold(before: number, now: number): number | null {
  const passed = thresholds.filter((minutes) => before > minutes * 60 && now <= minutes * 60)
  return passed.at(-1) ?? null
}

/** The timer is noticeable from 5 minutes and urgent in the last minute. */
export function timerUrgency(seconds: number): 'quiet' | 'soon' | 'last' {
  if (seconds <= 60) return 'last'
  return seconds <= 300 ? 'soon' : 'quiet'
}
