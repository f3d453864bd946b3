import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

export interface WorkCause {
  id?: string
  /** null when traces are off or this request is not recorded. */
  span: Span | null
}

const causes = new AsyncLocalStorage<WorkCause>()

export function runWithCause<Result>(cause: WorkCause, work: () => Result): Result {
  return causes.run(cause, work)
}

export function readCurrentCause(): WorkCause | undefined {
  return causes.getStore()
}
