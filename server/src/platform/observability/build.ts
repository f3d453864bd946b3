import { readFileSync } from 'node:fs'
import { Gauge } from '@prometheus-io/client'
import { registry } from './metrics.ts'

/** As package.json says. */
export const portalVersion = readVersion()

const build = new Gauge({
  name: 'portal_build_info',
  help: 'Version of the portal and of Node; always 1',
  labelNames: ['version', 'node'],
  registers: [registry],
})

/** Shows in metrics which version runs. */
export function showBuild(): void {
  build.set({ version: portalVersion, node: process.version }, 1)
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
