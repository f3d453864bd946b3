import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalKey } from '@ce/contract'
import { refusals } from '@ce/contract'
import { Gauge } from '@prometheus-io/client'
import { type Cause, onBehalfOf } from './cause.ts'
import { requestLog } from './log.ts'
import { refusalsByKey, registry, requestSeconds, requests } from './metrics.ts'
import { newRequestId, requestIdOf } from './request-id.ts'
import { healthTarget, type Target, unreadableTarget } from './targets.ts'
import { endRequestSpan, requestSpan } from './traces.ts'

/** A request from its first byte to the last of its answer. */
export interface RequestRecord extends Cause {
  id: string
  /** by this process's monotonic clock, ms */
  startedAt: number
  target: Target
  /** where it comes from, shortened (maskAddress); empty: not said */
  address: string
  /** of the refusal it was answered with */
  refusal: RefusalKey | null
  /** a heartbeat or a saved answer: nearly all of the traffic */
  hot: boolean
}

/** Of hot calls that were answered well, one in so many is logged: a line costs 4 µs, five times as much as counting it. */
const hotSample = 20
let hotAnswered = 0

/** whoever asked has hung up; nginx's number for it */
export const hungUpStatus = 499

let inFlight = 0
new Gauge({
  name: 'portal_requests_in_flight',
  help: 'Requests that are being answered',
  registers: [registry],
  collect() {
    this.set(inFlight)
  },
})

const records = new WeakMap<IncomingMessage, RequestRecord>()

/** What is known of a request that came over the network; calls that rendering makes inside have none. */
export function recordOf(request: IncomingMessage): RequestRecord | undefined {
  return records.get(request)
}

/** Follows a request through the framework, whatever becomes of it. */
export function followRequest(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const record = begin(requestIdOf(request), request)
  records.set(request, record)
  response.setHeader('x-request-id', record.id)
  response.once('close', () =>
    finishRequest(record, response.writableFinished ? response.statusCode : hungUpStatus),
  )
  onBehalfOf(record, answer)
}

/** The same for a call that is answered before the framework; `finishRequest` ends it. */
export function beginHotRequest(request: IncomingMessage, target: Target): RequestRecord {
  const record = begin(requestIdOf(request), request)
  record.target = target
  record.hot = true
  return record
}

function begin(id: string, request: IncomingMessage): RequestRecord {
  inFlight += 1
  return {
    id,
    startedAt: performance.now(),
    target: unreadableTarget,
    address: '',
    refusal: null,
    hot: false,
    span: requestSpan(request),
  }
}

/** Counts and logs a request that was answered. */
export function finishRequest(record: RequestRecord, status: number): void {
  inFlight -= 1
  report(record, status)
}

/** What was not even HTTP: it has no request that could be followed. @returns its id */
export function reportUnreadable(status: number, refusal: RefusalKey): string {
  const id = newRequestId()
  const startedAt = performance.now()
  report(
    { id, startedAt, target: unreadableTarget, address: '', refusal, span: null, hot: false },
    status,
  )
  return id
}

function report(record: RequestRecord, status: number): void {
  const { id, startedAt, target, refusal, address, span } = record
  const { call, audience } = target
  const ms = performance.now() - startedAt
  requests.inc({ call, audience, status: classOf(status), answer: answerOf(record, status) })
  requestSeconds.observe({ call }, ms / 1000)
  if (refusal) refusalsByKey.inc({ key: refusal })
  const code = codeOf(record, status)
  if (span) endRequestSpan(span, { call, status, code, id })
  if (isUnlogged(record)) return
  requestLog.info({
    requestId: id,
    call,
    status,
    ...(code === null ? {} : { code }),
    ms: Math.round(ms * 10) / 10,
    actor: actorOf(record, status),
    ...(address ? { address } : {}),
    ...(record.hot && !refusal ? { sampled: hotSample } : {}),
  })
}

function isUnlogged({ target, hot, refusal }: RequestRecord): boolean {
  if (target === healthTarget || !requestLog.isLevelEnabled('info')) return true
  if (!hot || refusal) return false
  hotAnswered += 1
  return hotAnswered % hotSample !== 0
}

/** of an HTTP status: `2xx` */
const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx']
function classOf(status: number): string {
  return classes[Math.floor(status / 100)] ?? ''
}

function answerOf(record: RequestRecord, status: number): 'ok' | 'refused' | 'none' {
  if (record.refusal) return 'refused'
  return codeOf(record, status) === null ? 'none' : 'ok'
}

/** null: the answer was no envelope, or never sent */
function codeOf({ target, refusal }: RequestRecord, status: number): number | null {
  if (refusal) return refusals[refusal].code
  return target.audience === 'none' || status === hungUpStatus ? null : 1
}

/** Whom a call was answered to: one that needs a session and was refused for want of it came from a visitor. */
function actorOf({ target }: RequestRecord, status: number): string {
  const { audience } = target
  return audience === 'none' || audience === 'public' || status === 401 ? 'visitor' : audience
}
