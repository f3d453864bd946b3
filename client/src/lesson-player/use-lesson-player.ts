import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { learnProcess } from '../course.ts'
import { takeKeptBeats } from './kept-beats.ts'
import { lastWords, makePlayer, type Player, type PlayerOptions } from './player.ts'
import type { PlayerState } from './state.ts'
import { listenTo, pictureOf } from './video.ts'

export interface LessonPlayer {
  state: PlayerState
  /** for the <video> element */
  video: (element: HTMLVideoElement | null) => (() => void) | undefined
  dispatch: Player['dispatch']
}

interface HookOptions extends Omit<PlayerOptions, 'send'> {
  /** the person has just asked for this lesson to play */
  autoPlay: boolean
}

/** The player of one lesson, for as long as the component lives. Options are taken once: key it by the lesson. */
export function useLessonPlayer(options: HookOptions): LessonPlayer {
  const [player] = useState(() => makePlayer({ ...options, send: learnProcess }))
  const { studentId } = options
  const plays = useRef(options.autoPlay)
  const state = useSyncExternalStore(player.subscribe, player.read)
  useEffect(() => {
    let closed = false
    // what the player before could still send itself is not left over
    void lastWords().then(() => {
      if (closed) return
      player.dispatch({ on: 'opened', kept: takeKeptBeats(studentId) })
      if (plays.current) player.dispatch({ on: 'play' })
    })
    const stop = listenToPage(player)
    return () => {
      closed = true
      stop()
      player.close()
    }
  }, [player, studentId])
  const video = useCallback(
    (element: HTMLVideoElement | null) => {
      if (!element) return
      player.attach(pictureOf(element))
      const stop = listenTo(element, player)
      return () => {
        stop()
        // without the picture nothing plays; what was watched is sent by close()
        element.pause()
        player.attach(null)
      }
    },
    [player],
  )
  return { state, video, dispatch: player.dispatch }
}

function listenToPage({ dispatch }: Player): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const onVisibility = () => dispatch({ on: document.hidden ? 'hidden' : 'shown' })
  document.addEventListener('visibilitychange', onVisibility, { signal })
  globalThis.addEventListener('pagehide', () => dispatch({ on: 'closing' }), { signal })
  globalThis.addEventListener('pageshow', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('online', () => dispatch({ on: 'online' }), { signal })
  return () => stop.abort()
}
