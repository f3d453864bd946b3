import type { Place } from './place.ts'

/**
 * For a small box (2 cores, 2–4 GB) with our server beside the database. fsync, full_page_writes and
 * synchronous_commit stay on: a commit that was answered survives a power cut.
 */
const SMALL_BOX = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // SSD: an index page costs little more than the next page
  random_page_cost: '1.1',
  // short queries on two cores gain nothing, and a container has 64 MB of /dev/shm for workers to share
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  // the time zone of the machine decides nothing
  timezone: 'UTC',
  log_timezone: 'UTC',
  // the details of a refused write name the value: a phone, a number of somebody (product §4 Privacy)
  log_error_verbosity: 'terse',
  // every five minutes two lines that nobody reads
  log_checkpoints: 'off',
}

/** The `-c name=value` of a start. What makes the launcher work cannot be overruled. */
export function settingArguments(
  place: Place,
  wanted: Record<string, string>,
  listening: Record<string, string>,
): string[] {
  const settings = {
    ...SMALL_BOX,
    ...wanted,
    ...listening,
    cluster_name: place.name,
    logging_collector: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
