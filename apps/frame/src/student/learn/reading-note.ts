import { formatDuration, formatElapsed } from '@ce/client/format.ts'
import {
  type Halt,
  nameOf,
  type PlayerName,
  type PlayerState,
} from '@ce/client/lesson-player/state.ts'
import { toTenth } from '@ce/client/lesson-player/stretches.ts'
import { whereOf } from './moved-to.ts'
import { unsentNote } from './unsent-note.ts'

/** What the reading clock says of itself. */
export interface ReadingNote {
  title: string
  text?: string
  /** what the one button says; it starts the clock, or stops one that runs */
  button?: string
  /** the clock runs */
  runs?: boolean
  /** told at once to who listens */
  urgent?: boolean
}

/** What to say of an article's clock, and the way on. @param idleSeconds the span after which it stops */
export function readingNote(state: PlayerState, idleSeconds: number): ReadingNote {
  if (!state.stop && !state.reports)
    return state.closed
      ? { title: '学习时间已结束', text: '可以继续阅读，不再计入学时。' }
      : { title: '本课时已学完', text: '可以随时重读，不再计时。' }
  const note = notes[nameOf(state)]
  return typeof note === 'function' ? note(state, idleSeconds) : (note ?? running(state))
}

function running({ done }: PlayerState): ReadingNote {
  return { title: done ? '本课时已学完' : '正在计时', button: '暂停计时', runs: true }
}

const goOn = '继续阅读'

const notes: Partial<
  Record<PlayerName, ReadingNote | ((state: PlayerState, idleSeconds: number) => ReadingNote)>
> = {
  idle: ({ position, done }) => {
    if (done) return { title: '本课时已学完', text: '可以随时重读。' }
    if (position > 0.5) return { title: `上次读到 ${formatElapsed(position)}`, button: goOn }
    return {
      title: '还没有开始计时',
      text: '开始之后，在本页阅读的时间才会计入。',
      button: '开始阅读',
    }
  },
  starting: ({ failures }) =>
    failures > 0
      ? { title: '网络已断开', text: '联网后自动开始计时。', button: '暂停计时', runs: true }
      : { title: '正在开始计时…', button: '暂停计时', runs: true },
  'offline-playing': {
    title: '正在计时（离线）',
    text: '记录先存在本机，联网后上报。',
    button: '暂停计时',
    runs: true,
  },
  paused: ({ halt }, idleSeconds) =>
    halt ? halts[halt](idleSeconds) : { title: '计时已暂停', button: goOn },
  ended: ({ done, queue, failures, creditedSeconds, duration }) => {
    if (done) return { title: '本课时已学完', text: '可以随时重读。' }
    if (queue.length > 0 && failures > 0) return unsentNote
    if (queue.length > 0) return { title: '正在保存最后一段学习记录…' }
    return {
      title: `还有 ${Math.ceil(toTenth(duration - creditedSeconds))} 秒没有计入`,
      text: '再读一会儿，本课时就学完了。',
      button: goOn,
    }
  },
  'presence-missed': {
    title: '未及时确认在场，计时已暂停',
    text: '已保存的学习时间都在；未确认期间没有计入。',
    button: goOn,
    urgent: true,
  },
  'taken-over': ({ movedTo }) => ({
    title: '已在其他页面或设备上学习',
    text: `${movedTo ? `${whereOf(movedTo)}。` : ''}同一时间只能在一处学习；在那之前阅读的时间都会计入。`,
    button: '在此继续阅读',
    urgent: true,
  }),
  'signed-out': {
    title: '身份验证已过期',
    text: '请重新登录；未上报的记录留在本机，登录后打开课程即补报。',
    urgent: true,
  },
  refused: ({ stopText }) => ({
    title: '暂时不能计入学时',
    text: stopText,
    button: '重试',
    urgent: true,
  }),
}

const halts: Record<Halt, (idleSeconds: number) => ReadingNote> = {
  hidden: () => ({ title: '计时已暂停', text: '页面不在前台时不计时。', button: goOn }),
  away: () => ({ title: '计时已暂停', text: '您切换到了其他窗口。', button: goOn }),
  idle: (idleSeconds) => ({
    title: '计时已暂停',
    text: `超过 ${formatDuration(idleSeconds)}没有滚动、按键或触摸。`,
    button: goOn,
  }),
}
