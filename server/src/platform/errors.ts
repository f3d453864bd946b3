import { type RefusalData, type RefusalKey, refusals } from '@ce/contract'
import { redactMessage } from '@ce/contract/redact'
import { errorCodeOf } from './error-code.ts'

/** The message is one English line for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** One line about an error of the database. Its message quotes values of rows in errors about data (class 22). */
export function withoutValues(error: Error): string {
  const line = error.message.replaceAll(/\s+/g, ' ')
  return errorCodeOf(error)?.startsWith('22') ? line.replace(/: ".*/, '').replace(/".*"/, '…') : line
}

export class Refusal extends Error {
  readonly key: RefusalKey
  readonly detail: Record<string, unknown>
  constructor(key: RefusalKey, detail: Record<string, unknown> = {}) {
    super(key)
    this.key = key
    this.detail = detail
  }
}

/** `detail` fills the `{name}` places of the message and is sent to the caller in `data`. */
export function refuse(key: RefusalKey, detail?: Record<string, unknown>): never {
  throw new Refusal(key, detail)
}

export function toRefusalResponse(key: RefusalKey, detail: Record<string, unknown> = {}, requestId?: string) {
  const entry: { code: number; msg: string; status?: number } = refusals[key]
  const msg = entry.msg.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ''))
  const status = entry.status ?? 200
  const named = requestId !== undefined && status >= 500 ? { requestId } : {}
  const data: RefusalData = { ...detail, key, ...named }
  return { status, body: { code: entry.code, msg, data } }
}

/**
 * PostgreSQL quotes personal data in errors, so only fields that name the fault are used
 * (docs/rules/privacy.md#personal-data).
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const constraint = 'constraint' in error && error.constraint
  return [errorCodeOf(error), constraint, error.stack].filter(Boolean).join(' ')
}

/** The short description leaves out personal numbers and names. */
export function describeFaultInOneLine(error: unknown): string {
  if (!(error instanceof Error)) return redactMessage(String(error)) || 'Error'
  const constraint = 'constraint' in error && error.constraint
  return redactMessage([errorCodeOf(error), constraint, error.message].filter(Boolean).join(' ')) || error.name
}
