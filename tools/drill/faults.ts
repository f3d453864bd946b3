import { setTimeout as delay } from 'node:timers/promises'
import type { Component } from './component.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Pooler } from './poolers.ts'
import { type Portals, portalWords } from './portals.ts'
import type { Monitor } from './store-and-monitor.ts'

export interface Fault {
  name: string
  /** Breaks something, and mends it as a supervisor or an operator does. */
  happen(): Promise<void>
  /** Seconds without answers that are the aim. */
  mostSeconds?: number
  /** Not even a repeated heartbeat is allowed. */
  mustNotShow?: boolean
}

export interface Site {
  cluster: DatabaseCluster
  poolers: Pooler[]
  portals: Portals
  store: Component
  monitor: Monitor
  /** A folder with another version of the program, or this one. */
  other: string
}

/** Seconds after which a supervisor starts a program again, and a host is back or answers again. */
const restart = 1
const hostAway = 12

export function faultsOf({ cluster, poolers, portals, store, monitor, other }: Site): Fault[] {
  const killHost = async (component: Component) => {
    await component.kill()
    await delay(hostAway * 1000)
    await component.start()
  }
  const freezeHost = async (component: Component) => {
    component.freeze()
    await delay(hostAway * 1000)
    component.thaw()
  }
  const killProgram = async (component: Component | undefined) => {
    await component?.kill()
    await delay(restart * 1000)
    await component?.start()
  }
  const failover = { mostSeconds: 10 }
  const roll = (checkout: string) => async () => {
    for (const portal of portals.portals) {
      await portal.stop()
      await portal.start({ words: portalWords(checkout) })
      await portals.untilProxied()
    }
  }
  return [
    // What the machine is like, to compare the others with.
    { name: 'nothing', happen: () => delay(hostAway * 1000), mustNotShow: true },
    { name: 'portal, killed', happen: () => killProgram(portals.portals[0]), mostSeconds: 1 },
    {
      name: 'database, primary killed',
      happen: async () => killHost((await cluster.primary()).component),
      ...failover,
    },
    {
      name: 'database, primary frozen',
      happen: async () => freezeHost((await cluster.primary()).component),
      ...failover,
    },
    {
      name: 'database, standby killed',
      happen: async () => killHost((await cluster.synchronousStandby()).component),
      ...failover,
    },
    {
      name: 'database, standby frozen',
      happen: async () => freezeHost((await cluster.synchronousStandby()).component),
      ...failover,
    },
    { name: 'etcd, leader killed', happen: async () => killHost(await cluster.etcdLeader()), ...failover },
    { name: 'pooler, killed', happen: () => killProgram(poolers[0]?.pgbouncer), ...failover },
    { name: 'proxy, killed', happen: () => killProgram(portals.proxy) },
    { name: 'store of files, killed', happen: () => killProgram(store) },
    { name: 'Prometheus, killed', happen: () => killProgram(monitor.prometheus), mustNotShow: true },
    { name: 'roll back', happen: roll(other), mustNotShow: true },
    { name: 'roll forward', happen: roll('.'), mustNotShow: true },
  ]
}
