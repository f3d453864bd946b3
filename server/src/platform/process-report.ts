import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { writeChannelHealth } from './channel-health.ts'
import type { Deps } from './deps.ts'
import { usesDataDir } from './env.ts'
import { fileStoreChannel } from './files/s3-client.ts'
import { readPortalVersion } from './version.ts'

const id = randomUUID()

/** A process counts as silent after this many seconds, which is three missed reports. */
export const silentAfterSeconds = 45

/** Milliseconds between two samples of the event loop. */
const lookEvery = 20
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

/** Records that this process is alive, every 15 s and once before the first request (jobs/job.ts: PULSE). */
export async function recordProcessReport(deps: Deps): Promise<void> {
  const { db, env, gateways, files } = deps
  const disk = usesDataDir(env) ? await readDisk(env.dataDir) : null
  const paused: string[] = [...gateways.values()].filter((one) => one.isPaused?.()).map((one) => one.channel)
  if (files.isPaused?.()) paused.push(fileStoreChannel)
  await sql`
    insert into process_alive (id, host, pid, version, runs_jobs, started_at, seen_at, memory_bytes, loop_delay_ms,
      disk_bytes, disk_free_bytes, paused_channels)
    values (${id}, ${hostname().slice(0, 100) || 'localhost'}, ${process.pid}, ${await readPortalVersion()}, ${env.jobs},
      now() - interval '1 second' * ${process.uptime()}, now(), ${process.memoryUsage.rss()}, ${readLoopDelay()},
      ${disk?.bytes ?? null}, ${disk?.freeBytes ?? null}, ${paused}::text[])
    on conflict (id) do update set seen_at = excluded.seen_at, memory_bytes = excluded.memory_bytes,
      loop_delay_ms = excluded.loop_delay_ms, disk_bytes = excluded.disk_bytes,
      disk_free_bytes = excluded.disk_free_bytes, paused_channels = excluded.paused_channels`.execute(db)
  await sql`
    delete from process_alive where id in (
      select id from process_alive where seen_at < now() - interval '1 day' order by id for update skip locked)`.execute(
    db,
  )
  await writeChannelHealth(db)
}

export async function forgetProcessReport({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sql`delete from process_alive where id = ${id}`.execute(db)
}

export async function isOtherProcessAlive({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from process_alive where id <> ${id} and seen_at > now() - interval '1 second' * ${silentAfterSeconds}::int
    limit 1`.execute(db)
  return rows.length > 0
}

async function readDisk(folder: string) {
  const stats = await statfs(folder).catch(() => null)
  return stats && { bytes: stats.blocks * stats.bsize, freeBytes: stats.bavail * stats.bsize }
}

/** The event loop's delay in ms. */
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
