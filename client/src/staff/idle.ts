import { onCallEvent } from '../answers.ts'
import { steadyNow } from '../clock.ts'
import { staffCall } from '../staff-call.ts'
import { keepStaffMe, readStaffSession } from '../staff-session.ts'
import { storedValue } from '../stored.ts'
import { uuid } from '../uuid.ts'
import { onWake } from '../wake.ts'

const minute = 60_000
/** how long before the end it is said */
const warningMs = 2 * minute
/** writing a long text makes no calls: while somebody is at work the server hears of it this often */
const renewMs = 5 * minute

interface Clocks {
  now: number
  /** the last key, touch or click, in any tab */
  activeAt: number
  /** the last answer of the server */
  calledAt: number
  /** without work for so long the session ends, here as on the server (product §4 Staff console) */
  limit: number
}

/** What an idle desk asks for: nothing, a call that keeps the session, a warning, or the end. */
export function idleStep({
  now,
  activeAt,
  calledAt,
  limit,
}: Clocks): 'rest' | 'renew' | 'warn' | 'leave' {
  const idle = now - activeAt
  if (idle >= limit) return 'leave'
  if (idle >= limit - warningMs) return 'warn'
  return activeAt > calledAt && now - calledAt >= renewMs ? 'renew' : 'rest'
}

/** The server's figure; a session from before the server told it ends by the server's clock alone. */
const idleLimitMs = () => (readStaffSession()?.me.idleSeconds ?? Number.POSITIVE_INFINITY) * 1000

/** changes whenever somebody is at work in a tab: the others hear of it, and each goes by its own steady clock */
const lastAct = storedValue('staff:active', String)
const tickMs = 5000
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches for work at the desk and keeps the session while there is some. `say` hears the milliseconds left once
 * the warning is due, and null when it is not (any more); `leave` is called once. Returns the way to stop.
 */
export function watchIdle(say: (leftMs: number | null) => void, leave: () => void): () => void {
  let calledAt = steadyNow()
  let activeAt = calledAt
  lastAct.set(uuid())
  const act = () => {
    // once a second is enough: it is written for the other tabs
    if (steadyNow() - activeAt > 1000) lastAct.set(uuid())
    activeAt = steadyNow()
    look()
  }
  const renew = () => {
    calledAt = steadyNow()
    staffCall('GET /staff/v1/me', {}, { quiet: true }).then(keepStaffMe, () => null)
  }
  const look = () => {
    const now = steadyNow()
    const limit = idleLimitMs()
    const step = idleStep({ now, activeAt, calledAt, limit })
    say(step === 'warn' ? activeAt + limit - now : null)
    if (step === 'renew') renew()
    if (step !== 'leave') return
    stop()
    leave()
  }
  const unhear = onCallEvent(({ kind }) => {
    if (kind === 'answered') calledAt = steadyNow()
  })
  const unfollow = lastAct.subscribe(({ elsewhere }) => {
    if (elsewhere) activeAt = steadyNow()
  })
  const timer = setInterval(look, tickMs)
  // only the server knows how long the desk was idle: a session that is over is answered so
  const stopWaking = onWake(renew)
  for (const name of acts) addEventListener(name, act, { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  const stop = () => {
    unhear()
    unfollow()
    clearInterval(timer)
    stopWaking()
    for (const name of acts) removeEventListener(name, act, { capture: true })
    document.removeEventListener('visibilitychange', look)
  }
  return stop
}
