import { describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { StartError } from '../errors.ts'
import { maskAddress } from './request-id.ts'

describe('variables of metrics, log and traces', () => {
  it('metrics and traces are off by default, and the log is quiet outside production', () => {
    expect(readEnv({})).toMatchObject({ metrics: null, traces: null, logLevel: 'warn' })
    expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({ logLevel: 'info' })
    expect(readEnv({ METRICS_PORT: '9091' }).metrics).toMatchObject({
      port: 9091,
      host: '127.0.0.1',
    })
  })

  it('the trace collector is configured with the standard OpenTelemetry variables', () => {
    const url = (from: NodeJS.ProcessEnv) => readEnv(from).traces?.url
    expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318/' })).toBe('http://a:4318/v1/traces')
    expect(url({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://a/x' })).toBe('https://a/x')
    expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_SDK_DISABLED: 'true' })).toBe(undefined)
  })

  it.each<[string, NodeJS.ProcessEnv]>([
    ['METRICS_PORT', { METRICS_PORT: 'nine' }],
    ['METRICS_PORT', { METRICS_PORT: '70000' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    ['OTEL_TRACES_SAMPLER', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_SAMPLER: 'some' }],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_SAMPLER_ARG: '2' }],
  ])('an invalid value of %s stops the start: %o', (name, from) => {
    expect(() => readEnv(from)).toThrow(StartError)
    expect(() => readEnv(from)).toThrow(name)
  })
})

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:x'],
  ['::1', '0:0:0:0:x'],
  ['13977778888', ''],
  ['', ''],
])('logs the address %s as "%s"', (address, kept) => {
  expect(maskAddress(address)).toBe(kept)
})
