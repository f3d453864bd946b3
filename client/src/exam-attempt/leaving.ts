import { readSession } from '../session.ts'
import type { ExamAttempt } from './attempt.ts'
import { type AttemptState, isSitting } from './state.ts'

type Attempt = Pick<ExamAttempt, 'read' | 'keeps' | 'subscribe'>

const isUnsaved = (state: AttemptState) => isSitting(state) && Object.keys(state.unsaved).length > 0

/** Something is neither saved nor kept on this device: it is lost with the browser's page. */
export function wouldLose({ read, keeps }: Pick<Attempt, 'read' | 'keeps'>): boolean {
  return isUnsaved(read()) && !keeps()
}

/** The exam's page was left for another of ours: closing that asks first for as long as answers would be lost with it. */
export function warnOfLoss(attempt: Attempt, page: EventTarget = globalThis): void {
  if (!isUnsaved(attempt.read())) return
  const stop = new AbortController()
  const warn = (event: Event) => {
    if (wouldLose(attempt) && readSession()) event.preventDefault()
  }
  page.addEventListener('beforeunload', warn, { signal: stop.signal })
  const unsubscribe = attempt.subscribe(() => {
    if (isUnsaved(attempt.read())) return
    stop.abort()
    unsubscribe()
  })
}
