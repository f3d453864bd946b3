import * as api from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { portalVersion } from './build.ts'
import type { TraceSettings } from './trace-settings.ts'

/** A collector that takes longer counts as down. */
const patienceMs = 8000
/** Spans that may wait for the collector. Later spans are dropped. */
const mostWaiting = 4096

/** The trace library takes 22 MB, so it is loaded only when traces are on (traces.ts). */
export function openTraceExporter({ url, headers, serviceName, ratio }: TraceSettings) {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: patienceMs })
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': portalVersion,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: 2000,
        exportTimeoutMillis: patienceMs,
      }),
    ],
  })
  return { api, tracer: provider.getTracer('portal'), close: () => provider.shutdown() }
}
