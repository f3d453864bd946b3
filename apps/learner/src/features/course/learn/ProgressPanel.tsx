import { formatElapsedTime, formatRemainingTime, formatSavedSeconds } from '@ce/client/format.ts'
import { countUnsavedSeconds, type PlayerState } from '@ce/client/lesson-player/state.ts'
import { useConnection } from '@ce/client/online.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import classes from './Progress.module.css'

interface ProgressPanelProps {
  state: PlayerState
  title: string
  recordPath: string
}

/** Shows only what the server has credited (docs/rules/look.md#study-page). */
export function ProgressPanel({ state, title, recordPath }: ProgressPanelProps) {
  return (
    <div className={classes.progress}>
      <CoverageBar state={state} />
      <StudyFigures state={state} />
      <div className={classes.lessonTitle}>
        <h2>{title}</h2>
        <Link to={recordPath}>学时来源</Link>
      </div>
    </div>
  )
}

export function StudyFigures({ state, reading = false }: { state: PlayerState; reading?: boolean }) {
  const { duration, position, creditedSeconds } = state
  return (
    <dl className={classes.figures}>
      <div>
        <dt>已保存</dt>
        <dd>{formatSavedSeconds(creditedSeconds)}</dd>
      </div>
      <div>
        <dt>剩余</dt>
        <dd>{formatRemainingTime(wholeSeconds(duration), position)}</dd>
      </div>
      <div>
        <dt>{reading ? '已阅读' : '已播放'}</dt>
        <dd>{formatElapsedTime(position)}</dd>
      </div>
      <div className={classes.save}>
        <dt className="visually-hidden">保存状态</dt>
        <dd>
          <SaveState state={state} reading={reading} />
        </dd>
      </div>
    </dl>
  )
}

/** Round down, because the lesson list shows 14.4 s as 14 秒. */
const wholeSeconds = (duration: number) => Math.max(1, Math.floor(duration))

export function CoverageBar({ state: { covered, duration, creditedSeconds } }: { state: PlayerState }) {
  const percent = Math.min(100, Math.round((creditedSeconds * 100) / duration))
  return (
    <svg
      className={classes.coverage}
      viewBox={`0 0 ${duration} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`已计入本课时的 ${percent}%`}
    >
      {covered.map(([from, to]) => (
        <rect key={from} x={from} width={to - from} height={1} />
      ))}
    </svg>
  )
}

function SaveState({ state, reading }: { state: PlayerState; reading: boolean }) {
  // The connection state may know of an outage seconds before the next call fails.
  const offline = useConnection() === 'offline' || state.failures > 0
  if (state.closed && state.queue.length > 0)
    return offline ? (
      <StatusMark kind="warning">离线，截止前的学习记录待补报</StatusMark>
    ) : (
      <StatusMark kind="doing">正在补报截止前的学习记录</StatusMark>
    )
  if (state.closed) return <StatusMark kind="warning">{`本次${reading ? '阅读' : '观看'}不计学时`}</StatusMark>
  const unsaved = countUnsavedSeconds(state)
  if (offline && !state.keeps) return <StatusMark kind="error">离线，请不要关闭本页</StatusMark>
  if (offline)
    return (
      <StatusMark kind="warning">
        {unsaved > 0 ? `离线，已暂存 ${Math.round(unsaved)} 秒` : '离线，此前的记录已上传'}
      </StatusMark>
    )
  if (state.dropped > 0) return <StatusMark kind="warning">已上传（{state.dropped} 条记录未被接受）</StatusMark>
  if (unsaved > 0 || state.queue.length > 0) return <StatusMark kind="doing">保存中</StatusMark>
  // Do not write 已保存, because the figure beside it has that label.
  return <StatusMark kind="done">{state.reports ? '已全部上传' : '本课时已全部计入'}</StatusMark>
}
