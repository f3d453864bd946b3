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

/** a collector that needs longer is down */
const patienceMs = 8000
/** spans that wait for the collector; what comes on top is dropped */
const mostWaiting = 4096

/** The library, which takes 22 MB and a tenth of a second to load: only where traces are sent (traces.ts). */
export function openExporter({ url, serviceName, ratio }: TraceSettings) {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: patienceMs })
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
