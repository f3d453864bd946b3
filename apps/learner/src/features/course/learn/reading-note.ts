import { formatDuration, formatElapsedTime } from '@ce/client/format.ts'
import type { PauseReason, PlayerState, PlayerStateName } from '@ce/client/lesson-player/state.ts'
import { playerStateNameOf } from '@ce/client/lesson-player/state.ts'
import type { LessonNote } from './lesson-note.ts'
import {
  lessonEndNote,
  refusedStudyNote,
  signedOutNote,
  takenOverNote,
  unaskedPresenceCheckReason,
} from './lesson-note.ts'

/** A note with the label of the button that starts or stops the reading clock. */
export interface ReadingNote extends LessonNote {
  runs?: boolean
}

/** @param idleSeconds seconds without activity after which the clock stops */
export function readingNote(state: PlayerState, idleSeconds: number): ReadingNote {
  if (!state.stop && !state.reports)
    return state.closed
      ? { title: '学习时间已结束', text: '可以继续阅读，不再计入学时。' }
      : { title: '本课时已学完', text: '可以随时重读，不再计时。' }
  const note = notes[playerStateNameOf(state)]
  return typeof note === 'function' ? note(state, idleSeconds) : (note ?? running(state))
}

function running({ done }: PlayerState): ReadingNote {
  return { title: done ? '本课时已学完' : '正在计时', button: '暂停计时', runs: true }
}

const goOn = '继续阅读'

const notes: Partial<
  Record<PlayerStateName, ReadingNote | ((state: PlayerState, idleSeconds: number) => ReadingNote)>
> = {
  idle: ({ position, done }) => {
    if (done) return { title: '本课时已学完', text: '可以随时重读。' }
    if (position > 0.5) return { title: `上次读到 ${formatElapsedTime(position)}`, button: goOn }
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
  'offline-playing': ({ keeps }) => ({
    title: '正在计时（离线）',
    text: keeps ? '记录先存在本机，联网后上报。' : '请不要关闭本页，联网后上报。',
    button: '暂停计时',
    runs: true,
  }),
  paused: ({ halt }, idleSeconds) => (halt ? halts[halt](idleSeconds) : { title: '计时已暂停', button: goOn }),
  ended: (state) =>
    state.done
      ? { title: '本课时已学完', text: '可以随时重读。' }
      : lessonEndNote(state, { text: '再读一会儿，本课时就学完了。', button: goOn }),
  'presence-missed': {
    title: '未及时确认在场，计时已暂停',
    text: '已保存的学习时间都在；未确认期间没有计入。',
    button: goOn,
    urgent: true,
  },
  'presence-unasked': {
    title: '在场确认的时间已过，计时已暂停',
    text: `${unaskedPresenceCheckReason}；之后的时间没有计入。`,
    button: goOn,
    urgent: true,
  },
  'presence-late': {
    title: '您的在场确认没有及时送达，计时已暂停',
    text: '已保存的学习时间都在；那之后的时间没有计入。',
    button: goOn,
    urgent: true,
  },
  'taken-over': (state) => takenOverNote(state, { rule: '；在那之前阅读的时间都会计入。', button: '在此继续阅读' }),
  'signed-out': signedOutNote,
  refused: refusedStudyNote,
}

const halts: Record<PauseReason, (idleSeconds: number) => ReadingNote> = {
  hidden: () => ({ title: '计时已暂停', text: '页面不在前台时不计时。', button: goOn }),
  away: () => ({ title: '计时已暂停', text: '您切换到了其他窗口。', button: goOn }),
  idle: (idleSeconds) => ({
    title: '计时已暂停',
    text: `超过 ${formatDuration(idleSeconds)}没有滚动、按键或触摸。`,
    button: goOn,
  }),
}
