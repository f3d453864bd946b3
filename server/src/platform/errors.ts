import { type RefusalData, type RefusalKey, refusals } from '@ce/contract'

/** A refusal by a rule, on its way to the one place that makes it an envelope. */
export class Refusal extends Error {
  readonly key: RefusalKey
  readonly detail: Record<string, unknown>
  constructor(key: RefusalKey, detail: Record<string, unknown> = {}) {
    super(key)
    this.key = key
    this.detail = detail
  }
}

/** Throws a refusal of the catalogue; `detail` fills the words' `{name}`s and goes out in `data`. */
export function refuse(key: RefusalKey, detail?: Record<string, unknown>): never {
  throw new Refusal(key, detail)
}

/** The refusal as it leaves: HTTP status and envelope. */
export function refusalAnswer(key: RefusalKey, detail: Record<string, unknown> = {}) {
  const entry: { code: number; msg: string; status?: number } = refusals[key]
  const msg = entry.msg.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ''))
  const data: RefusalData = { ...detail, key }
  return { status: entry.status ?? 200, body: { code: entry.code, msg, data } }
}
