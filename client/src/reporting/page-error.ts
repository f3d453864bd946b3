import type { ClientCalls } from '@ce/contract'
import { redactMessage, redactSource, redactStack } from '@ce/contract/redact'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'

export type Report = ClientCalls['POST /system/v1/report']['request']
export type PageError = NonNullable<Report['errors']>[number]

/** What a report says of the page besides its faults. */
export type PageFacts = Required<Pick<Report, 'app' | 'route'>>

/** Where a browser says that something was thrown. */
export interface Place {
  source?: string | undefined
  line?: number | undefined
  column?: number | undefined
}

/** what other people's programs, and the browser itself, throw into every page */
const foreign = /\b(?:chrome|moz|safari|safari-web|edge|ms-browser)-extension:|webkit-masked-url:/
const harmless = /^Script error\.?$|ResizeObserver loop/
const address = /https?:\/\/[^\s/)]+/

/** What a report says of something thrown; null: it is no fault of our pages, or nothing can be said of it. */
export function toPageError(
  kind: PageError['kind'],
  thrown: unknown,
  at: Place = {},
): PageError | null {
  const { message, stack } = describe(thrown)
  if (isExpected(thrown) || harmless.test(message)) return null
  const { source = '', line = 0, column = 0 } = at
  const first = address.exec(source)?.[0] ?? address.exec(stack)?.[0]
  if (foreign.test(source) || foreign.test(stack) || (first && first !== location.origin))
    return null
  const said = redactMessage(message)
  if (said === '') return null
  const place = source ? { source, line, column } : placeIn(stack)
  return {
    kind,
    message: said,
    ...place,
    source: redactSource(place.source),
    stack: redactStack(stack),
  }
}

/** A cut line, and what was called off, are no faults. */
function isExpected(thrown: unknown): boolean {
  if (thrown instanceof CallOffline) return true
  return thrown instanceof Error && thrown.name === 'AbortError'
}

function describe(thrown: unknown): { message: string; stack: string } {
  // what a refusal says may name people: its key does not
  if (thrown instanceof CallRefused)
    return { message: `CallRefused ${thrown.key ?? ''}`, stack: '' }
  if (thrown instanceof CallFailed) return { message: `CallFailed ${thrown.status}`, stack: '' }
  if (thrown instanceof Error)
    return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '' }
  if (typeof thrown === 'string') return { message: thrown, stack: '' }
  return { message: `thrown: ${Object.prototype.toString.call(thrown)}`, stack: '' }
}

/** The first place that a stack names. */
function placeIn(stack: string): Required<{ [Key in keyof Place]: NonNullable<Place[Key]> }> {
  const [, source = '', line = '0', column = '0'] =
    /(https?:\/\/[^\s()]{1,500}?):(\d{1,7}):(\d{1,7})/.exec(stack) ?? []
  return { source, line: Number(line), column: Number(column) }
}
