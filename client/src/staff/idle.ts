import { onCallEvent } from '../answers.ts'
import { monotonicNow } from '../clock.ts'
import { onDeviceWake } from '../device-wake.ts'
import { staffCall } from '../staff-call.ts'
import { readStaffSession, updateStaffSession } from '../staff-session.ts'
import { createStoredValue } from '../stored-value.ts'
import { randomUuid } from '../uuid.ts'

const minute = 60_000
/** Milliseconds between the idle warning and the end of the session. */
const warningMs = 2 * minute
/** Milliseconds between two calls that renew the session of a user who only types, because typing makes no calls. */
const renewMs = 5 * minute

interface Clocks {
  now: number
  activeAt: number
  calledAt: number
  /** Time without work after which the session ends (docs/rules/staff.md#sessions). */
  limit: number
}

/** Decides whether an idle console needs a renewing call, a warning, or the end. */
export function nextIdleStep({ now, activeAt, calledAt, limit }: Clocks): 'rest' | 'renew' | 'warn' | 'leave' {
  const idle = now - activeAt
  if (idle >= limit) return 'leave'
  if (idle >= limit - warningMs) return 'warn'
  return activeAt > calledAt && now - calledAt >= renewMs ? 'renew' : 'rest'
}

const idleLimitMs = () => (readStaffSession()?.me.idleSeconds ?? Number.POSITIVE_INFINITY) * 1000

/**
 * A stored value that changes with each activity, to tell other tabs about it. It contains no time, because each tab
 * uses its own monotonic clock.
 */
const lastAct = createStoredValue('staff:active', String)
const tickMs = 5000
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches how long the console is idle. `say` gets the milliseconds left before the session ends while a warning is
 * due, otherwise null.
 * @returns a function that stops watching
 */
export function watchIdleTime(say: (leftMs: number | null) => void, leave: () => void): () => void {
  let calledAt = monotonicNow()
  let activeAt = calledAt
  lastAct.set(randomUuid())
  const act = () => {
    // Writing once a second is enough for other tabs.
    if (monotonicNow() - activeAt > 1000) lastAct.set(randomUuid())
    activeAt = monotonicNow()
    look()
  }
  const renew = () => {
    calledAt = monotonicNow()
    staffCall('GET /staff/v1/me', {}, { quiet: true }).then(updateStaffSession, () => null)
  }
  const look = () => {
    const now = monotonicNow()
    const limit = idleLimitMs()
    const step = nextIdleStep({ now, activeAt, calledAt, limit })
    say(step === 'warn' ? activeAt + limit - now : null)
    if (step === 'renew') renew()
    if (step !== 'leave') return
    stop()
    leave()
  }
  const unhear = onCallEvent(({ kind }) => {
    if (kind === 'answered') calledAt = monotonicNow()
  })
  const unfollow = lastAct.subscribe(({ elsewhere }) => {
    if (elsewhere) activeAt = monotonicNow()
  })
  const timer = setInterval(look, tickMs)
  // Ask the server after a sleep, because only the server knows how long the session was idle.
  const stopWaking = onDeviceWake(renew)
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
