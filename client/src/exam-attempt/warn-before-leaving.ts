import { readSession } from '../session.ts'
import type { ExamAttempt } from './attempt.ts'
import { type AttemptState, isAttemptRunning } from './state.ts'

type Attempt = Pick<ExamAttempt, 'read' | 'keeps' | 'subscribe'>

const isUnsaved = (state: AttemptState) => isAttemptRunning(state) && Object.keys(state.unsaved).length > 0

export function hasUnsavedAnswers({ read, keeps }: Pick<Attempt, 'read' | 'keeps'>): boolean {
  return isUnsaved(read()) && !keeps()
}

/**
 * Warns before the page closes while answers are neither saved nor stored, even after the student has left the exam
 * screen.
 */
export function warnBeforeUnload(attempt: Attempt, page: EventTarget = globalThis): void {
  if (!isUnsaved(attempt.read())) return
  const stop = new AbortController()
  const warn = (event: Event) => {
    if (hasUnsavedAnswers(attempt) && readSession()) event.preventDefault()
  }
  page.addEventListener('beforeunload', warn, { signal: stop.signal })
  const unsubscribe = attempt.subscribe(() => {
    if (isUnsaved(attempt.read())) return
    stop.abort()
    unsubscribe()
  })
}
