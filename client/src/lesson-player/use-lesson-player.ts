import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallFailed } from '../answers.ts'
import { learnProcess } from '../course.ts'
import { readSession } from '../session.ts'
import { keepLastBeats, readKeptBeats } from './kept-beats.ts'
import { enliven, lastWords, makePlayer, type Player, type PlayerOptions } from './player.ts'
import type { Beat, PlayerState, SendBeat } from './state.ts'
import { listenTo, pictureOf } from './video.ts'

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
  useEffect(() => {
    let closed = false
    // what the player before could still send itself is not left over
    void lastWords().then(async () => {
      const bring = (kept: Beat[]) => closed || player.dispatch({ on: 'opened', kept })
      bring(await readKeptBeats(studentId, bring))
      if (closed) return
      if (plays.current) player.dispatch({ on: 'play' })
    })
    const stop = listenToPage(player, studentId, pausesInBackground)
    const leave = enliven(player)
    const hear = ({ data }: MessageEvent) => {
      if (data === studentId) player.dispatch({ on: 'elsewhere' })
    }
    pages?.addEventListener('message', hear)
    return () => {
      closed = true
      stop()
      leave()
      pages?.removeEventListener('message', hear)
      player.close()
    }
  }, [player, studentId, pausesInBackground])
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
  return { state, video, dispatch: player.dispatch, player }
}

/** Another student may have signed in meanwhile, in another tab: what one has watched is never sent as another. */
function sendAs(studentId: string): SendBeat {
  return async (beat, options) => {
    if (readSession()?.userInfo.id !== studentId) throw new CallFailed(401)
    const answer = await learnProcess(beat, options)
    if (beat.event === 'start') pages?.postMessage(studentId)
    return answer
  }
}

/** The pages of this browser tell each other who has begun to study; never the page itself. */
const pages = globalThis.BroadcastChannel && new BroadcastChannel('study')

function listenToPage(
  { dispatch, read }: Player,
  studentId: string,
  pausesInBackground: boolean,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const goAway = (on: 'hidden' | 'closing') => {
    dispatch({ on })
    keepLastBeats(studentId, read().queue)
  }
  const onVisibility = () => {
    if (document.hidden && pausesInBackground) dispatch({ on: 'halted', why: 'hidden' })
    if (document.hidden) goAway('hidden')
    else dispatch({ on: 'shown' })
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  globalThis.addEventListener('pagehide', () => goAway('closing'), { signal })
  // a browser that puts a background tab to sleep says so last of all
  document.addEventListener('freeze', () => goAway('hidden'), { signal })
  document.addEventListener('resume', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('pageshow', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('online', () => dispatch({ on: 'online' }), { signal })
  return () => stop.abort()
}
