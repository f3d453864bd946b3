import { chooseCaptions, readCaptions, useCaptions } from '@ce/client/captions.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useSyncExternalStore,
} from 'react'

/** seconds of the back button and the arrow keys */
export const backSeconds = 10

/** iPhones fill the screen with the video itself only. */
interface IPhoneVideo extends HTMLVideoElement {
  /** false before the picture's size is known, when entering throws */
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
  webkitDisplayingFullscreen?: boolean
}

/** Whether something of the page fills the screen; an iPhone's document has no word for it. */
export function isFull(page: { fullscreenElement?: Element | null }): boolean {
  return Boolean(page.fullscreenElement)
}

/** Fills the screen with the player, or leaves it. */
export function toggleFullscreen(stage: HTMLElement | null, video: IPhoneVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (stage?.requestFullscreen) void fill(stage).catch(() => undefined)
  else if (video?.webkitSupportsFullscreen) video.webkitEnterFullscreen?.()
}

/** A phone whose screen does not turn by itself is turned. */
interface Turning {
  lock?: (to: 'landscape') => Promise<void>
}

async function fill(stage: HTMLElement): Promise<void> {
  await stage.requestFullscreen()
  const turning: Turning = screen.orientation
  // desks refuse; leaving the full screen frees it again
  await turning.lock?.('landscape')
}

/** An iPhone's own full screen shows nothing but the picture: what asks for an answer would not be seen. */
export function leaveOwnScreen(video: IPhoneVideo | null): void {
  if (video?.webkitDisplayingFullscreen) video.webkitExitFullscreen?.()
}

/** 0 to 1, what lies beyond is cut; 0 mutes, anything else is heard again. */
export function setVolume(video: HTMLVideoElement | null, volume: number): void {
  if (!video) return
  video.volume = Math.min(1, Math.max(0, volume))
  video.muted = video.volume === 0
}

/** The volume stays as it was. */
export function toggleMuted(video: HTMLVideoElement | null): void {
  if (video) video.muted = !video.muted
}

/** A value of the element that follows one of its events. */
function useElement<Value extends string | number | boolean>(
  video: HTMLVideoElement | null,
  event: string,
  read: (video: HTMLVideoElement) => Value,
  initial: Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      video?.addEventListener(event, listener)
      return () => video?.removeEventListener(event, listener)
    },
    [video, event],
  )
  return useSyncExternalStore(subscribe, () => (video ? read(video) : initial))
}

/** Volume and muting as the element has them, whoever changed them. */
export function useSound(video: HTMLVideoElement | null) {
  const volume = useElement(video, 'volumechange', (element) => element.volume, 1)
  const muted = useElement(video, 'volumechange', (element) => element.muted, false)
  return {
    volume,
    muted,
    set: (to: number) => setVolume(video, to),
    toggle: () => toggleMuted(video),
  }
}

/** Shows or hides the picture's captions as chosen, also after its address was set anew. */
export function useShownCaptions(video: HTMLVideoElement | null): void {
  const shown = useCaptions()
  useEffect(() => {
    if (!video) return
    const apply = () => {
      for (const track of video.textTracks) track.mode = shown ? 'showing' : 'hidden'
    }
    apply()
    video.addEventListener('loadedmetadata', apply)
    video.textTracks.addEventListener('addtrack', apply)
    return () => {
      video.removeEventListener('loadedmetadata', apply)
      video.textTracks.removeEventListener('addtrack', apply)
    }
  }, [video, shown])
}

/** Leaves a full screen that shows the picture alone, when something over it wants an answer. */
export function useOwnScreen(video: HTMLVideoElement | null, asks: boolean): void {
  useEffect(() => {
    if (asks) leaveOwnScreen(video)
  }, [video, asks])
}

const rates = [1, 1.25, 1.5, 2]

/** The speed the element plays at; `next` goes round. On first viewing the player takes it back to 1×. */
export function useSpeed(video: HTMLVideoElement | null) {
  const rate = useElement(video, 'ratechange', (element) => element.playbackRate, 1)
  const next = () => {
    if (video) video.playbackRate = rates[rates.indexOf(rate) + 1] ?? 1
  }
  return { rate, next }
}

/** Whether something of the page fills the screen. */
export function useFullscreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => isFull(document),
  )
}

interface Keys {
  player: LessonPlayer
  video: HTMLVideoElement | null
  stage: RefObject<HTMLElement | null>
  /** the lesson has them */
  captions: boolean
}

/**
 * The player's keys: space, arrows, m, f, c. Only while the focus is in the player (WCAG 2.1.4), and never
 * those that a button or slider in it has for itself.
 */
export function usePlayerKeys({ player: { state, dispatch }, video, stage, captions }: Keys) {
  const to = (seconds: number) => dispatch({ on: 'seekTo', to: state.position + seconds })
  const louder = (by: number) => setVolume(video, (video?.volume ?? 1) + by)
  const acts = new Map<string, () => void>([
    [' ', () => dispatch({ on: state.wants ? 'pause' : 'play' })],
    ['ArrowLeft', () => to(-backSeconds)],
    ['ArrowRight', () => to(backSeconds)],
    ['ArrowUp', () => louder(0.1)],
    ['ArrowDown', () => louder(-0.1)],
    ['m', () => toggleMuted(video)],
    ['f', () => toggleFullscreen(stage.current, video)],
    ['c', () => captions && chooseCaptions(!readCaptions())],
  ])
  return (event: KeyboardEvent<HTMLElement>) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = acts.get(key)
    if (!act || event.ctrlKey || event.metaKey || event.altKey || takes(event.target, key)) return
    if (state.asked || state.stop) return
    event.preventDefault()
    act()
  }
}

function takes(target: EventTarget, key: string): boolean {
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow')
  return (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) && key === ' '
}
