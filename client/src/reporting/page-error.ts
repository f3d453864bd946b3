import type { ClientCalls } from '@ce/contract'
import { redactMessage, redactSource, redactStack } from '@ce/contract/redact'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'

export type ClientReport = ClientCalls['POST /system/v1/report']['request']
export type PageError = NonNullable<ClientReport['errors']>[number]

export type PageFacts = Required<Pick<ClientReport, 'app' | 'route'>>

/** Place in a file where an error was thrown. */
export interface ErrorLocation {
  source?: string | undefined
  line?: number | undefined
  column?: number | undefined
}

const foreign = /\b(?:chrome|moz|safari|safari-web|edge|ms-browser)-extension:|webkit-masked-url:/
const harmless = /^Script error\.?$|ResizeObserver loop/
const address = /https?:\/\/[^\s/)]+/

export function toPageError(kind: PageError['kind'], thrown: unknown, at: ErrorLocation = {}): PageError | null {
  const { message, stack } = describe(thrown)
  if (isExpected(thrown) || harmless.test(message)) return null
  const { source = '', line = 0, column = 0 } = at
  const first = address.exec(source)?.[0] ?? address.exec(stack)?.[0]
  if (foreign.test(source) || foreign.test(stack) || (first && first !== location.origin)) return null
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

/** Whether an error is normal and needs no report: a lost connection or a cancelled request. */
function isExpected(thrown: unknown): boolean {
  if (thrown instanceof CallOffline) return true
  return thrown instanceof Error && thrown.name === 'AbortError'
}

function describe(thrown: unknown): { message: string; stack: string } {
  // A refusal's text may name people, so only its key is sent.
  if (thrown instanceof CallRefused) return { message: `CallRefused ${thrown.key ?? ''}`, stack: '' }
  if (thrown instanceof CallFailed) return { message: `CallFailed ${thrown.status}`, stack: '' }
  if (thrown instanceof Error) return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '' }
  if (typeof thrown === 'string') return { message: thrown, stack: '' }
  return { message: `thrown: ${Object.prototype.toString.call(thrown)}`, stack: '' }
}

function placeIn(stack: string): Required<{ [Key in keyof ErrorLocation]: NonNullable<ErrorLocation[Key]> }> {
  const [, source = '', line = '0', column = '0'] = /(https?:\/\/[^\s()]{1,500}?):(\d{1,7}):(\d{1,7})/.exec(stack) ?? []
  return { source, line: Number(line), column: Number(column) }
}
