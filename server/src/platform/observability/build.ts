import { readFileSync } from 'node:fs'
import { Gauge } from '@prometheus-io/client'
import { metricsRegistry } from './metrics.ts'

export const portalVersion = readVersion()

const build = new Gauge({
  name: 'portal_build_info',
  help: 'Version of the portal and of Node; always 1',
  labelNames: ['version', 'node'],
  registers: [metricsRegistry],
})

export function registerBuildMetric(): void {
  build.set({ version: portalVersion, node: process.version }, 1)
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
