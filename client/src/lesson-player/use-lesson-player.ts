import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createBeatSender, openPlayer } from './page.ts'
import { makeLessonPlayer, type Player, type PlayerOptions } from './player.ts'
import type { PlayerState } from './state.ts'
import { attachVideo } from './video.ts'

export interface LessonPlayer {
  state: PlayerState
  /** Ref callback of the `<video>` element. */
  video: (element: HTMLVideoElement | null) => (() => void) | undefined
  dispatch: Player['dispatch']
  player: Player
}

interface HookOptions extends Omit<PlayerOptions, 'send'> {
  autoPlay: boolean
  /** True on a phone, where a film must not play while nobody sees it. */
  pausesInBackground?: boolean
}

/** Reads the options once, so set the component's key to the lesson. */
export function useLessonPlayer(given: HookOptions): LessonPlayer {
  const [options] = useState(given)
  const { studentId, pausesInBackground = false } = options
  const [player] = useState(() => makeLessonPlayer({ ...options, send: createBeatSender(studentId) }))
  const plays = useRef(options.autoPlay)
  const state = useSyncExternalStore(player.subscribe, player.read)
  useEffect(
    () =>
      openPlayer(player, { studentId, pausesInBackground }, () => {
        if (plays.current) player.dispatch({ on: 'play' })
      }),
    [player, studentId, pausesInBackground],
  )
  const video = useCallback(
    (element: HTMLVideoElement | null) => (element ? attachVideo(element, player) : undefined),
    [player],
  )
  return { state, video, dispatch: player.dispatch, player }
}
