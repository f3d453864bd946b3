import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPaymentChannel } from '../../bench/harness/simulator.ts'
import { type Component, freePorts, until } from './component.ts'
import { startDatabaseCluster } from './database-cluster.ts'
import { type Fault, faultsOf, type Site } from './faults.ts'
import { Crowd } from './people.ts'
import { startPooler } from './poolers.ts'
import { startPortals } from './portals.ts'
import { findPostgresUser } from './programs.ts'
import { startMonitor, startStore } from './store-and-monitor.ts'
import { type Row, renderTable, rowOf } from './table.ts'
import { makeWorld, type World } from './world.ts'

/** Milliseconds of calm before and after a fault. */
const calm = 2_000

interface Asked {
  times: number
  only: string
  other: string
}

/** @returns whether every aim was reached */
export async function runDrill(asked: Asked): Promise<boolean> {
  execFileSync('promtool', ['check', 'rules', 'docs/operations/alerts.yml'], { stdio: 'inherit' })
  await using opened = new AsyncDisposableStack()
  const components: Component[] = []
  const folder = await mkdtemp(join(tmpdir(), 'ce-drill-'))
  opened.defer(async () => {
    if (process.env.DRILL_KEEP) console.log(`kept: ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  })
  opened.defer(() => killAll(components))
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => void opened.disposeAsync().finally(() => process.exit(1)))
  const channel = await startPaymentChannel()
  opened.defer(() => channel.close())
  console.log(`starting everything in ${folder} …`)
  const { site, world } = await startSite({ folder, channelEnv: channel.env, other: asked.other }, components)
  opened.defer(() => world.close())
  return await goThrough(site, world, asked)
}

/** Kills the last one first, because a supervisor of others must not start them again. */
async function killAll(components: readonly Component[]): Promise<void> {
  for (const component of components.toReversed()) await component.kill()
}

async function startSite(
  of: { folder: string; channelEnv: Record<string, string>; other: string },
  components: Component[],
): Promise<{ site: Site; world: World }> {
  const { folder, channelEnv, other } = of
  const register = (component: Component) => void components.push(component)
  execFileSync('chmod', ['711', folder])
  const identity = findPostgresUser()
  const { store, env: storeEnv } = await startStore(folder, register)
  const cluster = await startDatabaseCluster(folder, identity, register)
  const poolers = [
    await startPooler('pooler1', { folder, cluster, identity }, register),
    await startPooler('pooler2', { folder, cluster, identity }, register),
  ]
  const metrics = await freePorts(['one', 'two'])
  const metricsPorts = [metrics.one, metrics.two]
  const env = {
    ...channelEnv,
    ...storeEnv,
    DATABASE_URL: `postgres://portal@${poolers.map(({ port }) => `127.0.0.1:${port}`).join()}/portal_{workload}`,
    DATABASE_URL_DIRECT: cluster.url,
    DEMO: '1',
    NODE_ENV: '',
    RATE_PER_MINUTE: '1000000',
    // The proxy asks every two seconds and believes the second answer.
    DRAIN_SECONDS: '5',
  }
  const portals = await startPortals({ folder, env, metricsPorts }, register)
  const monitor = await startMonitor({ folder, metricsPorts }, register)
  const world = await makeWorld(
    portals.origin,
    { ...env, DATA_DIR: join(folder, 'drill-data'), KEYS_DIR: join(folder, 'keys') },
    cluster.url,
  )
  return { site: { cluster, poolers, portals, store, monitor, other }, world }
}

async function goThrough(site: Site, world: World, { times, only }: Asked): Promise<boolean> {
  const crowd = new Crowd(site.portals.origin, world.people)
  const faults = faultsOf(site).filter(({ name }) => only.split(',').some((part) => name.includes(part)))
  const rows: Row[] = []
  let lostBefore = 0
  for (let time = 1; time <= times; time += 1) {
    for (const fault of faults) {
      await settle(site, crowd)
      crowd.take()
      const began = performance.now()
      await fault.happen()
      await settle(site, crowd)
      const tally = crowd.take()
      const lost = await world.countLost()
      const row = rowOf({ fault, tally, lost: lost - lostBefore, seconds: (performance.now() - began) / 1000 })
      lostBefore = lost
      rows.push(row)
      console.log(describe(fault, time, row))
    }
    console.log(renderTable(rows))
  }
  await crowd.end()
  return await report(site, world, rows)
}

/** Waits until everything works again and nobody waits. */
async function settle({ cluster, portals }: Site, crowd: Crowd): Promise<void> {
  await Promise.all([cluster.untilWhole(), portals.untilProxied()])
  await until('everybody is served', async () => crowd.isServed(1_000), 60)
  await delay(calm)
}

function describe({ name }: Fault, time: number, row: Row): string {
  const longest = Object.entries(row.longestOf).map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)}`)
  const answers = [...row.answers].map(([answer, count]) => `${count} × ${answer}`)
  return `${name} ${time}: lost ${row.lost}, errors ${row.errors}, repeated ${row.repeated}, of ${row.acknowledged}; seconds: ${longest.join(', ')}; ${answers.join('; ')}`
}

async function report({ monitor }: Site, world: World, rows: Row[]): Promise<boolean> {
  const lost = await world.countLost()
  const alerts = await monitor.alerts()
  await until('Prometheus sees everything', async () => (await monitor.findFaults()).length === 0, 60)
  const faults = await world.findFaults()
  console.log(`${world.countAcknowledged()} acknowledged writes, ${lost} lost`)
  console.log(`alerts that fire at the end: ${alerts.join(', ') || 'none'}`)
  for (const fault of faults) console.log(fault)
  return lost === 0 && faults.length === 0 && rows.every(({ missed }) => !missed)
}
