import { parseDecimal } from '@ce/contract/decimal'
import { StartError } from '../start-error.ts'

/** Where traces go, by the variables of OpenTelemetry. */
export interface TraceSettings {
  /** of an OTLP/HTTP collector, with its path */
  url: string
  serviceName: string
  /** of traces that begin here, 0 to 1 */
  ratio: number
}

/** `OTEL_EXPORTER_OTLP_HEADERS`, for a collector that wants a key, is read by the library itself. */
const samplers = ['parentbased_always_on', 'parentbased_traceidratio']

/** @returns null: no traces. @throws StartError naming the variable */
export function readTraceSettings(from: NodeJS.ProcessEnv): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact, OTEL_EXPORTER_OTLP_ENDPOINT: base } = from
  if (from.OTEL_SDK_DISABLED === 'true' || !(exact || base)) return null
  requireOneOf(from, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'])
  requireOneOf(from, 'OTEL_TRACES_SAMPLER', samplers)
  const url = exact
    ? readAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', exact)
    : `${readAddress('OTEL_EXPORTER_OTLP_ENDPOINT', base ?? '').replace(/\/+$/, '')}/v1/traces`
  return {
    url,
    serviceName: from.OTEL_SERVICE_NAME || 'pharmacist-ce',
    ratio: from.OTEL_TRACES_SAMPLER === samplers[0] ? 1 : readRatio(from.OTEL_TRACES_SAMPLER_ARG),
  }
}

function requireOneOf(from: NodeJS.ProcessEnv, name: string, known: readonly string[]): void {
  const value = from[name]
  if (value && !known.includes(value))
    throw new StartError(`${name} must be ${known.join(' or ')}, not "${value}"`)
}

function readAddress(name: string, value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError(`${name} must be an http(s) address`)
  return value
}

function readRatio(value: string | undefined): number {
  const ratio = value ? parseDecimal(value) : 1
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${value}"`)
  return ratio
}
