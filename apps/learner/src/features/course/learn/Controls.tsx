import {
  type CaptionSize,
  captionSizes,
  setCaptionSize,
  setCaptionsShown,
  useCaptionSize,
  useCaptionsShown,
} from '@ce/client/captions.ts'
import { formatElapsedTime } from '@ce/client/format.ts'
import { isPlayingUnrestricted, maxPlayablePosition } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useLowData } from '@ce/client/low-data.ts'
import type { ReactNode, RefObject } from 'react'
import { useShell } from '../../../shells/shell.ts'
import { skipBackSeconds, toggleFullscreen, useFullscreen, usePlaybackRate, useVolume } from './media.ts'
import classes from './Player.module.css'

interface ControlsProps {
  player: LessonPlayer
  video: HTMLVideoElement | null
  stage: RefObject<HTMLElement | null>
  captions: boolean
  onLowData: ((low: boolean) => void) | undefined
}

/** Seeking ahead ends at the furthest watched second. */
export function PlayerControls({ player, video, stage, captions, onLowData }: ControlsProps) {
  // No volume control on phones, because they have volume keys.
  const handheld = useShell() === 'phone'
  const { state, dispatch } = player
  const full = useFullscreen()
  const blocked = state.asked || state.stop !== null || state.media === 'renewing'
  return (
    <div className={classes.controls}>
      <ControlButton
        label={state.wants ? '暂停' : '播放'}
        disabled={blocked}
        act={() => dispatch({ on: state.wants ? 'pause' : 'play' })}
      >
        {state.wants ? icons.pause : icons.play}
      </ControlButton>
      <ControlButton
        label="后退 10 秒"
        disabled={blocked}
        act={() => dispatch({ on: 'seekTo', to: state.position - skipBackSeconds })}
      >
        {icons.back}
        <span aria-hidden="true">10</span>
      </ControlButton>
      <input
        type="range"
        className={classes.where}
        aria-label="播放位置"
        aria-valuetext={`${formatElapsedTime(state.position)}，可播放到 ${formatElapsedTime(maxPlayablePosition(state))}`}
        min={0}
        max={state.duration}
        step={0.1}
        disabled={blocked}
        value={Math.min(state.position, state.duration)}
        onChange={({ target }) => dispatch({ on: 'seekTo', to: target.valueAsNumber })}
      />
      {isPlayingUnrestricted(state) && <SpeedButton video={video} />}
      {captions && <CaptionsButtons />}
      {onLowData && <LowDataButton choose={onLowData} disabled={blocked} />}
      {!handheld && <Volume video={video} />}
      <ControlButton label={full ? '退出全屏' : '全屏'} act={() => toggleFullscreen(stage.current, video)}>
        {full ? icons.exitFullscreen : icons.fullscreen}
      </ControlButton>
    </div>
  )
}

function Volume({ video }: { video: HTMLVideoElement | null }) {
  const sound = useVolume(video)
  return (
    <>
      <ControlButton label={sound.muted ? '取消静音' : '静音'} act={sound.toggle}>
        {sound.muted ? icons.muted : icons.sound}
      </ControlButton>
      <input
        type="range"
        className={classes.volume}
        aria-label="音量"
        aria-valuetext={`${Math.round(sound.volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={sound.muted ? 0 : sound.volume}
        onChange={({ target }) => sound.set(target.valueAsNumber)}
      />
    </>
  )
}

const sizeNames: Record<CaptionSize, string> = { standard: '标准', large: '大', largest: '特大' }

/** The caption size button appears only while captions are shown. */
function CaptionsButtons() {
  const shown = useCaptionsShown()
  const size = useCaptionSize()
  const next = captionSizes[captionSizes.indexOf(size) + 1] ?? captionSizes[0]
  return (
    <>
      <CaptionsButton shown={shown} />
      {shown && (
        <button
          type="button"
          className={`${classes.control} ${classes.switch}`}
          aria-label={`字号：${sizeNames[size]}，点击改为${sizeNames[next]}`}
          title={`字幕大小：${sizeNames[size]}，点击改为${sizeNames[next]}`}
          onClick={() => setCaptionSize(next)}
        >
          字号：{sizeNames[size]}
        </button>
      )}
    </>
  )
}

function CaptionsButton({ shown }: { shown: boolean }) {
  return (
    <button
      type="button"
      className={`${classes.control} ${classes.switch}`}
      aria-pressed={shown}
      aria-keyshortcuts="c"
      title={shown ? '隐藏字幕（C）' : '显示字幕（C）'}
      onClick={() => setCaptionsShown(!shown)}
    >
      字幕
    </button>
  )
}

/** Switches to a smaller picture; the credited time is counted the same. */
function LowDataButton({ choose, disabled }: { choose: (low: boolean) => void; disabled: boolean }) {
  const low = useLowData()
  return (
    <button
      type="button"
      className={`${classes.control} ${classes.switch}`}
      aria-pressed={low}
      title={low ? '省流量已开：画面较小，学时照常计入' : '省流量：画面较小，学时照常计入'}
      disabled={disabled}
      onClick={() => choose(!low)}
    >
      省流量
    </button>
  )
}

/** Shown only for a done lesson, because the first viewing must run at normal speed. */
function SpeedButton({ video }: { video: HTMLVideoElement | null }) {
  const { rate, next } = usePlaybackRate(video)
  return (
    <ControlButton label={`播放速度 ${rate} 倍，点击切换`} act={next}>
      <span aria-hidden="true">{rate}×</span>
    </ControlButton>
  )
}

interface ControlButtonProps {
  label: string
  act: () => void
  disabled?: boolean
  children: ReactNode
}

function ControlButton({ label, act, disabled = false, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={classes.control}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={act}
    >
      {children}
    </button>
  )
}

const icon = (path: string) => (
  <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

const speaker = 'M4 9v6h4l5 4V5L8 9z'
const icons = {
  play: icon('M8 5v14l11-7z'),
  pause: icon('M8 5v14M16 5v14'),
  back: icon('M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4'),
  muted: icon(`${speaker}M17 9l5 6M22 9l-5 6`),
  sound: icon(`${speaker}M16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12`),
  fullscreen: icon('M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'),
  exitFullscreen: icon('M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5'),
}
