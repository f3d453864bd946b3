import { useCaptions } from '@ce/client/captions.ts'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isFull, leaveOwnScreen, setVolume, toggleMuted } from './media-acts.ts'

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
