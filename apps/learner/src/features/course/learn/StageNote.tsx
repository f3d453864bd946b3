import { formatElapsedTime } from '@ce/client/format.ts'
import type { PlayerHintKind, PlayerState, PlayerStateName } from '@ce/client/lesson-player/state.ts'
import { isFilmTooShort, playerStateNameOf } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { createStoredValue } from '@ce/client/stored-value.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import type { LearnDetail, Lesson } from './learn-detail.ts'
import type { LessonNote } from './lesson-note.ts'
import {
  lessonEndNote,
  refusedStudyNote,
  signedOutNote,
  takenOverNote,
  unaskedPresenceCheckReason,
} from './lesson-note.ts'
import classes from './Player.module.css'

interface StageNoteProps {
  player: LessonPlayer
  detail: LearnDetail
  next: Lesson | undefined
  onAct: () => void
}

/** Explains why the video does not play and offers a way on. */
export function PlayerNote({ player: { state, dispatch }, detail, next, onAct }: StageNoteProps) {
  const name = playerStateNameOf(state)
  const note = notes[name]?.(state)
  if (!note) return null
  const offerNext = name === 'ended' && (state.done || isFilmTooShort(state)) && next
  const go = () => {
    dispatch({ on: 'play' })
    onAct()
  }
  return (
    <div className={classes.note} role={note.urgent ? 'alert' : undefined}>
      <p className={classes.noteTitle}>{note.title}</p>
      {note.text && <p>{note.text}</p>}
      <div className={classes.noteActions}>
        {offerNext && <NextLesson to={paths.lesson(detail.signId, detail.id, next.id)} lesson={next} />}
        {note.button && (
          <Button kind={name === 'ended' && state.done ? 'quiet' : 'primary'} onClick={go}>
            {note.button}
          </Button>
        )}
      </div>
    </div>
  )
}

const startsNextAfterSeconds = 10
const startsNext = createStoredValue('start-next-lesson', (text) => JSON.parse(text) === true)

/** Opens the next lesson after a countdown unless the student turns that off on this device. */
function NextLesson({ to, lesson }: { to: string; lesson: Lesson }) {
  const navigate = useNavigate()
  const automatic = (startsNext.useValue() ?? true) && !lesson.done
  const [left, setLeft] = useState(startsNextAfterSeconds)
  useEffect(() => {
    if (!automatic) return
    const timer = setInterval(() => {
      // The countdown waits in a hidden tab, where nobody watches.
      if (document.visibilityState === 'visible') setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [automatic])
  useEffect(() => {
    if (left <= 0) void navigate(to, { state: { play: true } })
  }, [left, navigate, to])
  return (
    <>
      <Link className={buttonClass()} to={to} state={{ play: true }}>
        下一课时：{lesson.title}
      </Link>
      {automatic && (
        <Button kind="quiet" onClick={() => startsNext.set(false)}>
          <span>
            不自动播放<span aria-hidden="true">（{Math.max(0, left)} 秒后开始）</span>
            <span className="visually-hidden">，{startsNextAfterSeconds} 秒后开始</span>
          </span>
        </Button>
      )}
      {!automatic && !lesson.done && (
        <Button kind="quiet" onClick={() => startsNext.set(true)}>
          以后自动播放下一课时
        </Button>
      )}
    </>
  )
}

/** Texts for states in which the button of the note starts playing. */
const notes: Partial<Record<PlayerStateName, (state: PlayerState) => LessonNote | null>> = {
  idle: ({ position }) =>
    position > 0.5
      ? { title: `上次学到 ${formatElapsedTime(position)}`, button: '继续学习' }
      : { title: '准备好后开始学习', button: '开始学习' },
  starting: ({ failures }) => (failures > 0 ? { title: '网络已断开', text: '联网后自动开始播放并计时。' } : null),
  // The address is renewed before it expires, so the first renewal shows no note.
  renewing: ({ renewals }) => (renewals > 0 ? { title: '正在重新连接视频…' } : null),
  ended: (state) => {
    if (state.closed) return { title: '播放结束', button: '重新播放' }
    if (state.done) return { title: '本课时已学完', button: '重新播放' }
    return lessonEndNote(state, {
      text: '从未计入的地方继续看完，本课时就学完了。',
      button: '继续学习',
    })
  },
  paused: ({ halt }) =>
    halt === 'hidden'
      ? {
          title: '学习已暂停',
          text: '锁屏、接电话或切换到其他应用时不播放，也不计时。',
          button: '继续学习',
        }
      : null,
  'presence-missed': () => ({
    title: '未及时确认在场，视频已暂停',
    text: '已保存的学习时间都在；未确认期间的播放没有计入，将从保存处继续。',
    button: '继续学习',
    urgent: true,
  }),
  'presence-unasked': () => ({
    title: '在场确认的时间已过，视频已暂停',
    text: `${unaskedPresenceCheckReason}；之后的播放没有计入，将从保存处继续。`,
    button: '继续学习',
    urgent: true,
  }),
  'presence-late': () => ({
    title: '您的在场确认没有及时送达，视频已暂停',
    text: '已保存的学习时间都在；那之后的播放没有计入，将从保存处继续。',
    button: '继续学习',
    urgent: true,
  }),
  'taken-over': (state) =>
    takenOverNote(state, {
      rule: '，本页已暂停；在那之前观看的时间都会计入。',
      button: '在此继续学习',
    }),
  'signed-out': signedOutNote,
  refused: refusedStudyNote,
  error: () => ({
    title: '视频没有加载成功',
    text: '请检查网络后重试，将从当前位置继续。',
    button: '重试',
    urgent: true,
  }),
}

const hints: Record<PlayerHintKind, string> = {
  'not-yet': '首次学习不能跳过未看的内容，可以随时往回看。',
  'went-back': '有一段播放没有计入，已回到保存处继续。',
  'press-play': '浏览器需要您点击一下才能播放。',
}

/** Announces urgent notes; screen readers find the first note by reading the page. */
export function PlayerAnnouncer({ state }: { state: PlayerState }) {
  const name = playerStateNameOf(state)
  const note = name === 'idle' ? null : notes[name]?.(state)
  return (
    <p className="visually-hidden" role="status">
      {note && !note.urgent && [note.title, note.text].filter(Boolean).join('。')}
    </p>
  )
}

export function PlayerHint({ state }: { state: PlayerState }) {
  return (
    <p className={classes.hint} role="status">
      {state.hint ? hints[state.hint] : ''}
    </p>
  )
}
