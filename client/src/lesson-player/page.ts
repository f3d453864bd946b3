import { CallFailed } from '../answers.ts'
import { learnProcess } from '../course.ts'
import { readSession } from '../session.ts'
import { onWake } from '../wake.ts'
import { keepLastBeats, readKeptBeats } from './kept-beats.ts'
import { withAge } from './made-at.ts'
import { enliven, lastWords, type Player } from './player.ts'
import type { Beat, SendBeat } from './state.ts'

/** The pages of this browser tell each other who has begun to study; never the page itself. */
const pages = globalThis.BroadcastChannel && new BroadcastChannel('study')

/** Another student may have signed in meanwhile, in another tab: what one has watched is never sent as another. */
export function sendAs(studentId: string): SendBeat {
  return async (beat, options) => {
    if (readSession()?.userInfo.id !== studentId) throw new CallFailed(401)
    const answer = await learnProcess(withAge(beat), options)
    if (beat.event === 'start') pages?.postMessage(studentId)
    return answer
  }
}

interface Owner {
  studentId: string
  /** a phone that is locked, rings or shows another app: the film does not run on unseen */
  pausesInBackground: boolean
}

/**
 * Brings the player what earlier pages have left, and tells it what happens to its page.
 * @param opened hears when it may play
 * @returns the way to close it, with its last words
 */
export function openPlayer(player: Player, owner: Owner, opened: () => void): () => void {
  const { studentId } = owner
  let closed = false
  // what the player before could still send itself is not left over
  void lastWords().then(async () => {
    const bring = (kept: Beat[]) => closed || player.dispatch({ on: 'opened', kept })
    bring(await readKeptBeats(studentId, bring))
    if (!closed) opened()
  })
  const stop = listenToPage(player, owner)
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
}

function listenToPage({ dispatch, read }: Player, owner: Owner): () => void {
  const { studentId, pausesInBackground } = owner
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
  const stopWaking = onWake(() => dispatch({ on: 'woke' }))
  return () => {
    stop.abort()
    stopWaking()
  }
}
