import { CallFailed } from '../answers.ts'
import { sendHeartbeat } from '../course.ts'
import { createPageChannel } from '../device-store.ts'
import { onDeviceWake } from '../device-wake.ts'
import { readSession } from '../session.ts'
import { withAgeSeconds } from './created-at.ts'
import { registerOpenPlayer, whenPlayersClosed } from './open-players.ts'
import type { Player } from './player.ts'
import type { Heartbeat, SendHeartbeat } from './state.ts'
import { readStoredHeartbeats, storeLastHeartbeats } from './stored-heartbeats.ts'

/** The channel is shared by the pages of this browser. */
const pages = createPageChannel('study')

/** Another student may have signed in in another tab. Never send heartbeats under the wrong account. */
export function createBeatSender(studentId: string): SendHeartbeat {
  return async (beat, options) => {
    if (readSession()?.userInfo.id !== studentId) throw new CallFailed(401)
    const answer = await sendHeartbeat(withAgeSeconds(beat), options)
    if (beat.event === 'start') pages()?.postMessage(studentId)
    return answer
  }
}

interface Owner {
  studentId: string
  /** True on a phone, where a film must not play while nobody sees it. */
  pausesInBackground: boolean
}

/** @param opened called when playing is allowed @returns a function that closes the player */
export function openPlayer(player: Player, owner: Owner, opened: () => void): () => void {
  const { studentId } = owner
  let closed = false
  void whenPlayersClosed().then(async () => {
    const bring = (kept: Heartbeat[]) => closed || player.dispatch({ on: 'opened', kept })
    bring(await readStoredHeartbeats(studentId, bring))
    if (!closed) opened()
  })
  const stop = listenToPage(player, owner)
  const leave = registerOpenPlayer(player)
  const hear = ({ data }: MessageEvent) => {
    if (data === studentId) player.dispatch({ on: 'elsewhere' })
  }
  pages()?.addEventListener('message', hear)
  return () => {
    closed = true
    stop()
    leave()
    pages()?.removeEventListener('message', hear)
    player.close()
  }
}

function listenToPage({ dispatch, read }: Player, owner: Owner): () => void {
  const { studentId, pausesInBackground } = owner
  const stop = new AbortController()
  const { signal } = stop
  const goAway = (on: 'hidden' | 'closing') => {
    dispatch({ on })
    storeLastHeartbeats(studentId, read().queue)
  }
  const onVisibility = () => {
    if (document.hidden && pausesInBackground) dispatch({ on: 'halted', why: 'hidden' })
    if (document.hidden) goAway('hidden')
    else dispatch({ on: 'shown' })
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  globalThis.addEventListener('pagehide', () => goAway('closing'), { signal })
  // Browsers announce a sleeping background tab only by this event.
  document.addEventListener('freeze', () => goAway('hidden'), { signal })
  document.addEventListener('resume', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('pageshow', () => dispatch({ on: 'shown' }), { signal })
  globalThis.addEventListener('online', () => dispatch({ on: 'online' }), { signal })
  const stopWaking = onDeviceWake(() => dispatch({ on: 'woke' }))
  return () => {
    stop.abort()
    stopWaking()
  }
}
