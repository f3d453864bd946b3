import type { ClientOutput } from '../../call.ts'
import { formatElapsedTime } from '../../format.ts'

export type StudyRecordData = ClientOutput<'GET /course/v1/learn_record'>
export type RecordedHeartbeat = StudyRecordData['list'][number]

const events: Record<string, string> = {
  start: '开始播放',
  beat: '播放中',
  pause: '暂停',
  seek: '跳转',
  end: '播放结束',
  hide: '离开页面',
  presence: '确认在场',
}

const readingEvents: Record<string, string> = {
  ...events,
  start: '开始阅读',
  beat: '阅读中',
  end: '阅读结束',
}

/** The event's text differs between an article and a film. */
export const heartbeatEventText = (event: string, kind: StudyRecordData['lesson']['kind']) =>
  (kind === 'ARTICLE' ? readingEvents : events)[event] ?? event

/** Formats from 0.1 s: 12.5 秒, 3 分 20 秒. */
export function formatCreditedSeconds(seconds: number): string {
  const rounded = Math.round(seconds * 10) / 10
  return rounded < 60 ? `${rounded} 秒` : formatElapsedTime(rounded)
}

/** Formats media seconds: 00:15–00:30. */
export function formatMediaInterval([from, to]: readonly [number, number]): string {
  return `${formatMediaTime(from)}–${formatMediaTime(to)}`
}

/** MM:SS of media seconds. MM may exceed 59 (docs/rules/screens.md#dates-and-numbers). */
export function formatMediaTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

type Mark = 'done' | 'todo' | 'warning'

export function heartbeatOutcomeOf(beat: RecordedHeartbeat): { mark: Mark; title: string; notes: string[] } {
  const { credited, again, late, waiting, waitingFor, played, reasonText, times, event } = beat
  if (reasonText !== null) {
    const notes = times > 1 ? [reasonText, `同一条记录共收到 ${times} 次`] : [reasonText]
    return { mark: 'warning', title: '未被接受', notes }
  }
  if (event === 'start') return { mark: 'todo', title: '开始计时', notes: ['从这一刻起，服务器按真实时间计时'] }
  const notes: string[] = []
  if (late > 0) notes.push(`其中 ${formatCreditedSeconds(late)}由之前的记录带来，这时补计`)
  if (again > 0) notes.push(`${formatCreditedSeconds(again)}此前已经计入，不重复计`)
  if (waiting > 0 && waitingFor) notes.push(`${formatCreditedSeconds(waiting)}${waitingWords[waitingFor]}`)
  if (credited > 0) return { mark: 'done', title: `计入 ${formatCreditedSeconds(credited)}`, notes }
  if (played === 0) notes.push('这条记录没有带来新的时间')
  return { mark: waiting > 0 ? 'warning' : 'todo', title: '计入 0 秒', notes }
}

const waitingWords = {
  AHEAD: '在尚未看到的位置之后：首次学习不能跳过，没有计入',
  CLOCK: '超出了服务器计时：计入的时间不能多于真实经过的时间',
} as const
