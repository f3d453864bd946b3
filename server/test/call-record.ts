import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { clientBase, employerBase, staffBase } from '@ce/contract'

/**
 * A recorded call: `npm test` checks that tests cover success, missing sign-in, rows of others and bad input of every
 * call.
 */
export interface CallRecord {
  base: string
  method: string
  path: string
  /** Identifies the session token without containing it. */
  who: string
  status: number
  code: number
  key: string | null
  /** Ids that occur in the request and in the response. */
  sent: string[]
  given: string[]
}

const file = process.env.CE_CALL_RECORD
/** Row ids and order numbers anywhere in a request or response. */
const rowName = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<="orderNo":"|\borderNo=)\w+/gi

export async function recordCall(path: string, init: RequestInit, response: Response): Promise<void> {
  const base = [clientBase, staffBase, employerBase].find((each) => path.startsWith(`${each}/`))
  if (!file || !base) return
  const text = await response.clone().text()
  const answer = parsed(text)
  const [plain = '', query = ''] = path.slice(base.length).split('?')
  const record: CallRecord = {
    base,
    method: init.method ?? 'GET',
    path: plain,
    who: nameOf(new Headers(init.headers).get('authorization')),
    status: response.status,
    code: answer.code ?? 0,
    key: answer.code === 1 ? null : (answer.data?.key ?? null),
    sent: namesIn(`${query} ${typeof init.body === 'string' ? init.body : ''}`),
    given: answer.code === 1 ? namesIn(text) : [],
  }
  write(record)
}

/** Records which rows a student owns, so that a refusal of these rows to another student counts as tested. */
export function recordRowOwner(token: string, rows: string[]): void {
  const nothing = { base: '', method: '', path: '', status: 200, key: null, sent: [] }
  write({ ...nothing, who: nameOf(token), code: 1, given: rows })
}

function write(record: CallRecord): void {
  if (file) appendFileSync(file, `${JSON.stringify(record)}\n`)
}

function parsed(text: string): { code?: number; data?: { key?: string } | null } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function namesIn(text: string): string[] {
  return [...new Set(text.match(rowName) ?? [])]
}

function nameOf(authorization: string | null): string {
  const token = authorization?.replace(/^Bearer\s+/i, '')
  return token ? createHash('sha256').update(token).digest('hex').slice(0, 12) : ''
}
