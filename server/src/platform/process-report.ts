import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { writeChannelHealth } from './channel-health.ts'
import type { Deps } from './deps.ts'
import { readVersion } from './version.ts'

/** of this process, as long as it lives */
const id = randomUUID()

/** ms between two looks at the event loop; each look is late by at least that */
const lookEvery = 20
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

/** Says that this process is there, what it is and how it fares; every 15 s, and before its first request (jobs/job.ts: PULSE). */
export async function reportProcess(deps: Deps): Promise<void> {
  const { db, env, gateways } = deps
  const disk = await readDisk(env.dataDir)
  const paused = [...gateways.values()].filter((one) => one.isPaused?.()).map((one) => one.channel)
  await sql`
    insert into process_alive (id, host, pid, version, runs_jobs, started_at, seen_at, memory_bytes, loop_delay_ms,
      disk_bytes, disk_free_bytes, paused_channels)
    values (${id}, ${hostname().slice(0, 100) || 'localhost'}, ${process.pid}, ${await readVersion()}, ${env.jobs},
      now() - interval '1 second' * ${process.uptime()}, now(), ${process.memoryUsage.rss()}, ${readLoopDelay()},
      ${disk?.bytes ?? null}, ${disk?.freeBytes ?? null}, ${paused}::text[])
    on conflict (id) do update set seen_at = excluded.seen_at, memory_bytes = excluded.memory_bytes,
      loop_delay_ms = excluded.loop_delay_ms, disk_bytes = excluded.disk_bytes,
      disk_free_bytes = excluded.disk_free_bytes, paused_channels = excluded.paused_channels`.execute(
    db,
  )
  // what a killed process left behind
  await sql`
    delete from process_alive where id in (
      select id from process_alive where seen_at < now() - interval '1 day' order by id for update skip locked)`.execute(
    db,
  )
  await writeChannelHealth(db)
}

/** A clean stop leaves nothing to wonder about. */
export async function forgetProcess({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`delete from process_alive where id = ${id}`.execute(db)
}

async function readDisk(folder: string) {
  const stats = await statfs(folder).catch(() => null)
  return stats && { bytes: stats.blocks * stats.bsize, freeBytes: stats.bavail * stats.bsize }
}

/** How late the slowest hundredth of timers was since the last call, in ms. */
function readLoopDelay(): number {
  if (!delays) {
    delays = monitorEventLoopDelay({ resolution: lookEvery })
    delays.enable()
    return 0
  }
  const late = delays.count === 0 ? 0 : delays.percentile(99) / 1e6 - lookEvery
  delays.reset()
  return Math.max(0, Math.round(late))
}
