import { statfs } from 'node:fs/promises'
import { Gauge } from '@prometheus-io/client'
import type { Deps } from '../deps.ts'
import { registry } from './metrics.ts'

/** What this process knows of itself and its disk. */
export function registerProcessGauges({ sessions, env }: Pick<Deps, 'sessions' | 'env'>): void {
  replace('portal_session_cache_entries')
  new Gauge({
    name: 'portal_session_cache_entries',
    help: 'Students whose session this process knows without asking the database',
    registers: [registry],
    collect() {
      this.set(sessions.cached)
    },
  })
  replace('portal_disk_bytes')
  new Gauge({
    name: 'portal_disk_bytes',
    help: 'The disk of DATA_DIR',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const disk = await statfs(env.dataDir).catch(() => null)
      if (!disk) return
      this.set({ state: 'size' }, disk.blocks * disk.bsize)
      this.set({ state: 'free' }, disk.bavail * disk.bsize)
    },
  })
}

/** A process that serves anew, as tests do, measures what it serves now. */
function replace(name: string): void {
  registry.removeSingleMetric(name)
}
