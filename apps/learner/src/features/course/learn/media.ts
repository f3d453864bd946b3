import { areCaptionsShown, setCaptionsShown, useCaptionsShown } from '@ce/client/captions.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import type { KeyboardEvent, RefObject } from 'react'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

export const skipBackSeconds = 10

/** iPhones support full screen only for the video element. */
interface IPhoneVideo extends HTMLVideoElement {
  /** False until the video size is known; entering full screen before then would throw. */
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
  webkitDisplayingFullscreen?: boolean
}

/** Also works on an iPhone, whose document lacks `fullscreenElement`. */
export function hasFullscreenElement(page: { fullscreenElement?: Element | null }): boolean {
  return Boolean(page.fullscreenElement)
}

export function toggleFullscreen(stage: HTMLElement | null, video: IPhoneVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (stage?.requestFullscreen) void fill(stage).catch(() => undefined)
  else if (video?.webkitSupportsFullscreen) video.webkitEnterFullscreen?.()
}

interface Turning {
  lock?: (to: 'landscape') => Promise<void>
}

async function fill(stage: HTMLElement): Promise<void> {
  await stage.requestFullscreen()
  const turning: Turning = screen.orientation
  // Desktops refuse to lock the orientation. Leaving full screen releases the lock.
  await turning.lock?.('landscape')
}

/** Full screen on an iPhone hides our dialogs, so leave it when a dialog opens. */
export function exitVideoFullscreen(video: IPhoneVideo | null): void {
  if (video?.webkitDisplayingFullscreen) video.webkitExitFullscreen?.()
}

/** Clamps the volume to 0–1. Zero mutes the video, any other value unmutes it. */
export function setVolume(video: HTMLVideoElement | null, volume: number): void {
  if (!video) return
  video.volume = Math.min(1, Math.max(0, volume))
  video.muted = video.volume === 0
}

export function toggleMuted(video: HTMLVideoElement | null): void {
  if (video) video.muted = !video.muted
}

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

export function useVolume(video: HTMLVideoElement | null) {
  const volume = useElement(video, 'volumechange', (element) => element.volume, 1)
  const muted = useElement(video, 'volumechange', (element) => element.muted, false)
  return {
    volume,
    muted,
    set: (to: number) => setVolume(video, to),
    toggle: () => toggleMuted(video),
  }
}

/** Applies the student's caption choice again after every new video address. */
export function useCaptionVisibility(video: HTMLVideoElement | null): void {
  const shown = useCaptionsShown()
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

/** Leaves full screen on an iPhone while a question is open, because it would hide the question. */
export function useExitVideoFullscreen(video: HTMLVideoElement | null, asks: boolean): void {
  useEffect(() => {
    if (asks) exitVideoFullscreen(video)
  }, [video, asks])
}

const rates = [1, 1.25, 1.5, 2]

/** `next` goes through the playback rates in turn. On first viewing the player resets the rate to 1×. */
export function usePlaybackRate(video: HTMLVideoElement | null) {
  const rate = useElement(video, 'ratechange', (element) => element.playbackRate, 1)
  const next = () => {
    if (video) video.playbackRate = rates[rates.indexOf(rate) + 1] ?? 1
  }
  return { rate, next }
}

export function useFullscreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => hasFullscreenElement(document),
  )
}

interface Keys {
  player: LessonPlayer
  video: HTMLVideoElement | null
  stage: RefObject<HTMLElement | null>
  captions: boolean
}

/**
 * Space, arrows, m, f and c work only while the player has the focus (WCAG 2.1.4). Buttons and sliders keep their own
 * keys.
 */
export function usePlayerKeys({ player: { state, dispatch }, video, stage, captions }: Keys) {
  const to = (seconds: number) => dispatch({ on: 'seekTo', to: state.position + seconds })
  const louder = (by: number) => setVolume(video, (video?.volume ?? 1) + by)
  const acts = new Map<string, () => void>([
    [' ', () => dispatch({ on: state.wants ? 'pause' : 'play' })],
    ['ArrowLeft', () => to(-skipBackSeconds)],
    ['ArrowRight', () => to(skipBackSeconds)],
    ['ArrowUp', () => louder(0.1)],
    ['ArrowDown', () => louder(-0.1)],
    ['m', () => toggleMuted(video)],
    ['f', () => toggleFullscreen(stage.current, video)],
    ['c', () => captions && setCaptionsShown(!areCaptionsShown())],
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
