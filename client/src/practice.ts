import { callClient } from './call.ts'
import { portalNow, setPortalTime } from './clock.ts'

/** Milliseconds between requests for the portal's time. */
const askMs = 10_000
const tickMs = 1000
/** Milliseconds. A larger difference means that staff moved the clock. */
const movedMs = 5000

/** The server marks a practice portal in the document's head (decision 088). */
export const isPracticePortal = (): boolean =>
  typeof document !== 'undefined' && document.querySelector('meta[name="practice"]') !== null

let known = false
let whenMoved = () => location.reload()

/**
 * Sets what happens when staff have moved the practice clock. By default the page reloads, because its timers still use
 * the old time.
 */
export function onPracticeClockMoved(act: () => void): void {
  whenMoved = act
}

/**
 * Calls `tell` with the portal's time every second.
 * @returns a function that stops the calls
 */
export function followPracticeTime(tell: (now: number) => void): () => void {
  const timers = [
    setInterval(refreshPracticeTime, askMs),
    setInterval(() => {
      if (known) tell(portalNow())
    }, tickMs),
  ]
  refreshPracticeTime()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

export function refreshPracticeTime(): void {
  void learn().catch(() => undefined)
}

async function learn(): Promise<void> {
  const { now } = await callClient('GET /practice/v1/time', {}, { quiet: true, limitMs: movedMs })
  const moved = known && Date.parse(now) - portalNow() > movedMs
  setPortalTime(Date.parse(now))
  known = true
  if (moved) whenMoved()
}
