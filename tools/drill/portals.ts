import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { answersAt, Component, freePorts, until } from './component.ts'

export interface Portals {
  /** The address that people use. */
  origin: string
  proxy: Component
  portals: Component[]
  /** Resolves when the proxy sends requests to every portal. */
  untilProxied(): Promise<void>
}

/** Two portals, each with its port and its port for metrics, and a HAProxy in front of them. */
export async function startPortals(
  of: { folder: string; env: NodeJS.ProcessEnv; metricsPorts: number[] },
  register: (component: Component) => void,
): Promise<Portals> {
  const { folder, env, metricsPorts } = of
  const ports = await freePorts(['portal1', 'portal2', 'proxy', 'statistics'])
  const origin = `http://127.0.0.1:${ports.proxy}`
  const portals: Component[] = []
  for (const [index, name] of (['portal1', 'portal2'] as const).entries()) {
    const dataDir = join(folder, `${name}-data`)
    await mkdir(dataDir)
    const portal = new Component({
      name,
      program: process.execPath,
      words: portalWords('.'),
      folder,
      env: {
        ...env,
        HOST: '127.0.0.1',
        PORT: String(ports[name]),
        METRICS_PORT: String(metricsPorts[index]),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        KEYS_DIR: join(folder, 'keys'),
      },
      ready: () => answersAt(`http://127.0.0.1:${ports[name]}/readyz`),
    })
    register(portal)
    // The first one prepares the database and makes the demo world.
    await portal.start()
    portals.push(portal)
  }
  const proxy = await startProxy(folder, ports, register)
  const untilProxied = () => until('the proxy uses both portals', () => usesAll(ports.statistics, portals))
  await untilProxied()
  return { origin, proxy, portals, untilProxied }
}

/** @param checkout folder of the program, which may be of another version */
export function portalWords(checkout: string): string[] {
  return [resolve(checkout, 'server/src/main.ts')]
}

async function startProxy(
  folder: string,
  ports: Record<'portal1' | 'portal2' | 'proxy' | 'statistics', number>,
  register: (component: Component) => void,
): Promise<Component> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, proxySettings(await readFile('deploy/proxy/haproxy.cfg', 'utf8'), ports))
  const proxy = new Component({
    name: 'haproxy',
    program: 'haproxy',
    words: ['-db', '-f', file],
    folder,
    ready: () => answersAt(`http://127.0.0.1:${ports.proxy}/healthz`),
  })
  register(proxy)
  await proxy.start()
  return proxy
}

/** The project's example, without TLS and its log, at ports of this drill. */
function proxySettings(example: string, ports: Record<'portal1' | 'portal2' | 'proxy' | 'statistics', number>): string {
  const settings = example
    .replaceAll(/^ *(log|user|group|bind :443|http-request redirect) .*\n/gm, '')
    .replace('bind :80', `bind 127.0.0.1:${ports.proxy}`)
    .replaceAll(/127\.0\.0\.1:808(\d)/g, (_all, no: '1' | '2') => `127.0.0.1:${ports[`portal${no}`]}`)
  return `${settings}
frontend statistics
    bind 127.0.0.1:${ports.statistics}
    stats enable
    stats uri /
`
}

async function usesAll(statistics: number, portals: readonly Component[]): Promise<boolean> {
  const table = await answersAt(`http://127.0.0.1:${statistics}/;csv`)
  return portals.every(({ name }) => new RegExp(`^portals,${name},.*,UP,`, 'm').test(table))
}
