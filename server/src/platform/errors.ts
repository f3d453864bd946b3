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

/** The refusal as it leaves: HTTP status and envelope. Of a fault of ours, `requestId` says where the log tells of it. */
export function refusalAnswer(
  key: RefusalKey,
  detail: Record<string, unknown> = {},
  requestId?: string,
) {
  const entry: { code: number; msg: string; status?: number } = refusals[key]
  const msg = entry.msg.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name] ?? ''))
  const status = entry.status ?? 200
  const named = requestId !== undefined && status >= 500 ? { requestId } : {}
  const data: RefusalData = { ...detail, key, ...named }
  return { status, body: { code: entry.code, msg, data } }
}
