import type { IncomingMessage } from 'node:http'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { isTrustedProxy } from '../client-ip.ts'
import { currentCause } from './cause.ts'
import type { TraceSettings } from './trace-settings.ts'

interface Library {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
}

/** null, and nothing of the library is loaded, unless an operator has set where traces go. */
let library: Library | null = null

/** Sends spans from here on; `stop` sends what waits. */
export async function startTraces(settings: TraceSettings): Promise<{ stop(): Promise<void> }> {
  const { openExporter } = await import('./trace-exporter.ts')
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

/** The span of a request; it has no address yet, and gets no part of one that somebody made up. */
export function requestSpan({ method = '', headers, socket }: IncomingMessage): Span | null {
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

/** W3C Trace Context: version, trace, span, flags */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(api: Library['api'], given: string): Context {
  const [, traceId, spanId, flags] = traceparent.exec(given) ?? []
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return api.isSpanContextValid(parent)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
    : api.ROOT_CONTEXT
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

/** A span with nothing above it. */
export function rootSpan(name: string): Span | null {
  if (!library) return null
  return library.tracer.startSpan(name, {}, library.api.ROOT_CONTEXT)
}

/** A span of something outside that is asked on behalf of what runs; null: nothing runs whose trace is kept. */
export function childSpan(name: string, attributes: Attributes): Span | null {
  const parent = currentCause()?.span
  if (!library || !parent?.isRecording()) return null
  const { api, tracer } = library
  const above = api.trace.setSpan(api.ROOT_CONTEXT, parent)
  return tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, above)
}

/** Ends a span; why something failed is in the log, which knows what may be said of it. */
export function endSpan(span: Span, failed: boolean): void {
  if (failed && library) span.setStatus({ code: library.api.SpanStatusCode.ERROR })
  span.end()
}
