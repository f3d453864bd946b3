import { parseDecimal } from '@ce/contract/decimal'
import { StartError } from '../errors.ts'

export interface TraceSettings {
  url: string
  serviceName: string
  /** For collectors that need an access key. */
  headers: Record<string, string>
  /** Share of traces begun here that are recorded, 0 to 1. */
  ratio: number
}

const samplers = ['parentbased_always_on', 'parentbased_traceidratio']

/** @returns null when traces are off @throws StartError that names the variable. */
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
    headers: readHeaders(from.OTEL_EXPORTER_OTLP_HEADERS || ''),
    serviceName: from.OTEL_SERVICE_NAME || 'pharmacist-ce',
    ratio: from.OTEL_TRACES_SAMPLER === samplers[0] ? 1 : readRatio(from.OTEL_TRACES_SAMPLER_ARG),
  }
}

function requireOneOf(from: NodeJS.ProcessEnv, name: string, known: readonly string[]): void {
  const value = from[name]
  if (value && !known.includes(value)) throw new StartError(`${name} must be ${known.join(' or ')}, not "${value}"`)
}

function readAddress(name: string, value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw new StartError(`${name} must be an http(s) address`)
  return value
}

/** Reads `name=value,…`; values are percent-encoded, as OpenTelemetry has them. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim())
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.+)$/.exec(pair) ?? []
        if (!name || !value) throw new Error('not a header')
        return [name, decodeURIComponent(value.trim())]
      }),
    )
  } catch {
    throw new StartError('OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value')
  }
}

function readRatio(value: string | undefined): number {
  const ratio = value ? parseDecimal(value) : 1
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${value}"`)
  return ratio
}
