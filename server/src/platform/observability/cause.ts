import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** The request or job on whose behalf something happens, as log lines and spans name it. */
export interface Cause {
  /** of a request */
  id?: string
  /** null: traces are off, or this one is not recorded */
  span: Span | null
}

const causes = new AsyncLocalStorage<Cause>()

/** Does work on behalf of a request or a job. */
export function onBehalfOf<Result>(cause: Cause, work: () => Result): Result {
  return causes.run(cause, work)
}

export function currentCause(): Cause | undefined {
  return causes.getStore()
}
