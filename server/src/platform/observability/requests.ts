import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalKey } from '@ce/contract'
import { refusals } from '@ce/contract'
import { Gauge } from '@prometheus-io/client'
import { runWithCause, type WorkCause } from './cause.ts'
import { requestLog } from './log.ts'
import { metricsRegistry, refusalCounter, requestCounter, requestSeconds } from './metrics.ts'
import { createRequestId, requestIdOf } from './request-id.ts'
import { healthTarget, type RequestTarget, unreadableRequestTarget } from './targets.ts'
import { endRequestSpan, startRequestSpan } from './traces.ts'

export interface RequestRecord extends WorkCause {
  id: string
  /** Milliseconds of this process's monotonic clock. */
  startedAt: number
  target: RequestTarget
  /** The client's address, shortened by maskAddress; empty when unknown. */
  address: string
  refusal: RefusalKey | null
}

/** Of frequent successful calls, one in this many is logged, because a log line costs 4 µs. */
const frequentSample = 20
let frequentAnswered = 0

/** Status for a disconnected client; nginx uses this number too. */
const hungUpStatus = 499

let inFlight = 0
new Gauge({
  name: 'portal_requests_in_flight',
  help: 'Requests that are being answered',
  registers: [metricsRegistry],
  collect() {
    this.set(inFlight)
  },
})

const records = new WeakMap<IncomingMessage, RequestRecord>()

/** Returns undefined for internal calls of page rendering, which have no record. */
export function requestRecordOf(request: IncomingMessage): RequestRecord | undefined {
  return records.get(request)
}

export function trackRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const record = begin(requestIdOf(request), request)
  records.set(request, record)
  response.setHeader('x-request-id', record.id)
  response.once('close', () => finishRequest(record, response.writableFinished ? response.statusCode : hungUpStatus))
  runWithCause(record, answer)
}

function begin(id: string, request: IncomingMessage): RequestRecord {
  inFlight += 1
  return {
    id,
    startedAt: performance.now(),
    target: unreadableRequestTarget,
    address: '',
    refusal: null,
    span: startRequestSpan(request),
  }
}

export function finishRequest(record: RequestRecord, status: number): void {
  inFlight -= 1
  report(record, status)
}

/** @returns the id of the invalid request */
export function logUnreadableRequest(status: number, refusal: RefusalKey): string {
  const id = createRequestId()
  const startedAt = performance.now()
  report({ id, startedAt, target: unreadableRequestTarget, address: '', refusal, span: null }, status)
  return id
}

function report(record: RequestRecord, status: number): void {
  const { id, startedAt, target, refusal, address, span } = record
  const { call, audience } = target
  const ms = performance.now() - startedAt
  requestCounter.inc({ call, audience, status: classOf(status), answer: answerOf(record, status) })
  requestSeconds.observe({ call }, ms / 1000)
  if (refusal) refusalCounter.inc({ key: refusal })
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
    ...(target.isFrequent && !refusal ? { sampled: frequentSample } : {}),
  })
}

function isUnlogged({ target, refusal }: RequestRecord): boolean {
  if (target === healthTarget || !requestLog.isLevelEnabled('info')) return true
  if (!target.isFrequent || refusal) return false
  frequentAnswered += 1
  return frequentAnswered % frequentSample !== 0
}

const classes = ['', '1xx', '2xx', '3xx', '4xx', '5xx']
function classOf(status: number): string {
  return classes[Math.floor(status / 100)] ?? ''
}

function answerOf(record: RequestRecord, status: number): 'ok' | 'refused' | 'none' {
  if (record.refusal) return 'refused'
  return codeOf(record, status) === null ? 'none' : 'ok'
}

/** null when the response had no envelope or was not sent. */
function codeOf({ target, refusal }: RequestRecord, status: number): number | null {
  if (refusal) return refusals[refusal].code
  return target.audience === 'none' || status === hungUpStatus ? null : 1
}

function actorOf({ target }: RequestRecord, status: number): string {
  const { audience } = target
  return audience === 'none' || audience === 'public' || status === 401 ? 'visitor' : audience
}
