import { call } from './call.ts'
import { portalNow, setPortalNow } from './clock.ts'

/** how often a page asks for the time of its world, ms */
const askMs = 10_000
const tickMs = 1000
/** more than a slow answer takes: the clock has been moved */
const movedMs = 5000

/** Whether this document is a practice portal's (decision 088): the server writes so into its head. */
export const isPractice = (): boolean =>
  typeof document !== 'undefined' && document.querySelector('meta[name="practice"]') !== null

let known = false
let whenMoved = () => location.reload()

/** What a page does when staff have moved the clock. By default it is loaded again: nothing that counts time in it knows the new one. */
export function onClockMoved(act: () => void): void {
  whenMoved = act
}

/**
 * Follows the time of a practice portal; `tell` hears it every second once it is known. @returns the way to stop
 */
export function followPracticeTime(tell: (now: number) => void): () => void {
  const timers = [
    setInterval(learnPracticeTime, askMs),
    setInterval(() => {
      if (known) tell(portalNow())
    }, tickMs),
  ]
  learnPracticeTime()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Asks for the time now: somebody has just moved the clock from this page. */
export function learnPracticeTime(): void {
  // asked again soon
  void learn().catch(() => undefined)
}

async function learn(): Promise<void> {
  const { now } = await call('GET /practice/v1/time', {}, { quiet: true, limitMs: movedMs })
  const moved = known && Date.parse(now) - portalNow() > movedMs
  setPortalNow(Date.parse(now))
  known = true
  if (moved) whenMoved()
}
