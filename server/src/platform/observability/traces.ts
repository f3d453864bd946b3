import type { IncomingMessage } from 'node:http'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import type pg from 'pg'
import { isTrustedProxy } from '../client-ip.ts'
import { readCurrentCause } from './cause.ts'
import type { TraceSettings } from './trace-settings.ts'

interface Library {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
}

/** null unless the operator has set a collector. */
let library: Library | null = null

export async function startTraces(settings: TraceSettings): Promise<{ stop(): Promise<void> }> {
  const { openTraceExporter: openExporter } = await import('./trace-exporter.ts')
  const { api, tracer, close } = openExporter(settings)
  library = { api, tracer }
  return {
    stop: () => {
      library = null
      return close()
    },
  }
}

export function areTracesOn(): boolean {
  return library !== null
}

/** The span has no URL yet, because unknown URLs must not get into it. */
export function startRequestSpan({ method = '', headers, socket }: IncomingMessage): Span | null {
  if (!library) return null
  const { api, tracer } = library
  const given = headers.traceparent
  const believed = typeof given === 'string' && isTrustedProxy(socket.remoteAddress)
  return tracer.startSpan(
    'request',
    { kind: api.SpanKind.SERVER, attributes: { 'http.request.method': method } },
    believed ? contextOf(api, given) : api.ROOT_CONTEXT,
  )
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(api: Library['api'], given: string): Context {
  const [, traceId, spanId, flags] = traceparent.exec(given) ?? []
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return api.isSpanContextValid(parent) ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
}

export function endRequestSpan(
  span: Span,
  { call, status, code, id }: { call: string; status: number; code: number | null; id: string },
): void {
  span.updateName(call)
  span.setAttributes({
    'http.route': call,
    'http.response.status_code': status,
    'portal.request_id': id,
    ...(code === null ? {} : { 'portal.code': code }),
  })
  endSpan(span, status >= 500)
}

export function startRootSpan(name: string): Span | null {
  if (!library) return null
  return library.tracer.startSpan(name, {}, library.api.ROOT_CONTEXT)
}

/** null when no recorded trace is running. */
export function startChildSpan(name: string, attributes: Attributes): Span | null {
  const parent = readCurrentCause()?.span
  if (!library || !parent?.isRecording()) return null
  const { api, tracer } = library
  const above = api.trace.setSpan(api.ROOT_CONTEXT, parent)
  return tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, above)
}

/** The reason of a failure is only in the log, which removes personal data. */
export function endSpan(span: Span, failed: boolean): void {
  if (failed && library) span.setStatus({ code: library.api.SpanStatusCode.ERROR })
  span.end()
}

type Query = (...given: unknown[]) => unknown

/** Query texts contain no values. */
export function traceQueries(pool: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = queryOf(client)
    Object.assign(client, {
      query: (...given: unknown[]) => tracedQuery(query, given),
    })
  })
}

function tracedQuery(query: Query, given: unknown[]): unknown {
  const text = textOf(given[0])
  const span = startChildSpan(nameOf(text), {
    'db.system.name': 'postgresql',
    'db.query.text': withoutLiterals(text),
  })
  if (!span) return query(...given)
  const last = given.at(-1)
  if (typeof last === 'function') {
    const answered = (error: unknown, result: unknown) => {
      endSpan(span, Boolean(error))
      last(error, result)
    }
    return query(...given.slice(0, -1), answered)
  }
  const result = query(...given)
  if (result instanceof Promise)
    result.then(
      () => endSpan(span, false),
      () => endSpan(span, true),
    )
  else endSpan(span, false)
  return result
}

/** The client's own method; its many forms of arguments are passed on unchanged. */
function queryOf(client: pg.PoolClient): Query {
  return client.query.bind(client) as unknown as Query
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const given = typeof statement === 'object' && statement !== null && 'text' in statement
  return given ? String(statement.text) : ''
}

function nameOf(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update|join)\s+"?(\w+)/i.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** Literals are removed from query texts, because they may be personal. */
function withoutLiterals(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
}
