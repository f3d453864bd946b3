import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { openPlayer, sendAs } from './page.ts'
import { makePlayer, type Player, type PlayerOptions } from './player.ts'
import type { PlayerState } from './state.ts'
import { showOn } from './video.ts'

export interface LessonPlayer {
  state: PlayerState
  /** for the <video> element */
  video: (element: HTMLVideoElement | null) => (() => void) | undefined
  dispatch: Player['dispatch']
  /** the same one for as long as the component lives */
  player: Player
}

interface HookOptions extends Omit<PlayerOptions, 'send'> {
  /** the person has just asked for this lesson to play */
  autoPlay: boolean
  /** a phone that is locked, rings or shows another app: the film does not run on unseen */
  pausesInBackground?: boolean
}

/** The player of one lesson, for as long as the component lives. Options are taken once: key it by the lesson. */
export function useLessonPlayer(given: HookOptions): LessonPlayer {
  // whose it is does not change when the session ends, or is another's
  const [options] = useState(given)
  const { studentId, pausesInBackground = false } = options
  const [player] = useState(() => makePlayer({ ...options, send: sendAs(studentId) }))
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
    (element: HTMLVideoElement | null) => (element ? showOn(element, player) : undefined),
    [player],
  )
  return { state, video, dispatch: player.dispatch, player }
}
