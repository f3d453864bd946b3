import type { staffCalls } from '@ce/contract'
import { p75, ratingCounts, ratingOf } from '@ce/contract/web-vitals'
import type { z } from 'zod'
import { channelNames } from '../../../platform/channels/channel.ts'
import { listSweepFailures } from '../../../platform/db/sweep-failures.ts'
import type { Deps } from '../../../platform/deps.ts'
import { missingFilesForStaff } from '../../file/service.ts'
import { listErrors, mostNewErrorsPerDay } from '../store/client-errors.ts'
import {
  countQueues,
  listChannels,
  listJobs,
  listProcesses,
  readDatabaseSize,
} from '../store/status.ts'
import { listVisits } from '../store/web-vitals.ts'

/** how far back browsers' reports are shown, and how many faults */
const browserDays = 7
const mostErrors = 50
/** rows that jobs go past, of which so many are shown */
const mostPostponed = 50
/** what failed once or twice is often done a moment later */
const leastTries = 3
/** files without content, of which so many are shown */
const mostMissing = 50

/**
 * How the portal fares, from what its processes write down themselves; nothing of a person. One connection does it all, one question after
 * the other: the page asks again every 15 s, and must not take connections from anybody.
 */
export async function readStatus(deps: Deps) {
  const { db } = deps
  const { at, bytes: databaseBytes } = await readDatabaseSize(db)
  const processes = await listProcesses(db)
  const jobs = await listJobs(db)
  const queues = await countQueues(db)
  const health = await listChannels(db)
  return {
    at,
    processes: processes.map(toProcess),
    postponed: await listSweepFailures(db, mostPostponed, leastTries),
    jobs: jobs.map(({ late, ...job }) => ({ ...job, state: stateOf({ ...job, late }) })),
    queues: queues.filter(({ queue, waiting }) => waiting > 0 || isInUse(deps, queue)),
    channels: channelsOf(deps).map(({ channel, configured }) => ({
      channel,
      configured,
      pausedBy: processes.filter((one) => one.alive && one.pausedChannels.includes(channel)).length,
      succeededAt: health.get(channel)?.succeededAt ?? null,
      failedAt: health.get(channel)?.failedAt ?? null,
      failure: health.get(channel)?.failure ?? null,
    })),
    databaseBytes,
    missingFiles: await missingFilesForStaff(deps, mostMissing),
    proxies: deps.proxyWatch.findings,
    browsers: await readBrowsers(deps),
  }
}

type ProcessRow = Awaited<ReturnType<typeof listProcesses>>[number]
type JobState = z.input<
  (typeof staffCalls)['system']['status']['response']
>['jobs'][number]['state']
type JobRow = Awaited<ReturnType<typeof listJobs>>[number]

function toProcess({ diskBytes, diskFreeBytes, ...process }: ProcessRow) {
  const known = diskBytes !== null && diskFreeBytes !== null
  return { ...process, disk: known ? { bytes: diskBytes, freeBytes: diskFreeBytes } : null }
}

function stateOf({ startedAt, succeededAt, failedAt, late }: JobRow): JobState {
  if (failedAt && (!succeededAt || failedAt > succeededAt)) return 'FAILING'
  if (late) return 'LATE'
  return startedAt ? 'WELL' : 'WAITING'
}

/** Without e-mail or SMS nobody asks what waits there. */
function isInUse({ channels }: Deps, queue: string): boolean {
  const outside = channelNames.find((name) => name === queue)
  return !outside || channels.some(({ name }) => name === outside)
}

/** The ways out that there can be; the demo's cashier only where it is. */
function channelsOf({ gateways, channels }: Deps) {
  const payment = (['WECHAT', 'ALIPAY', 'DEMO'] as const).map((channel) => ({
    channel,
    configured: gateways.has(channel),
  }))
  const message = channelNames.map((channel) => ({
    channel,
    configured: channels.some(({ name }) => name === channel),
  }))
  return [
    ...payment.filter(({ channel, configured }) => configured || channel !== 'DEMO'),
    ...message,
  ]
}

async function readBrowsers({ db }: Deps) {
  const { rows, total, newToday } = await listErrors(db, browserDays, mostErrors)
  const visits = await listVisits(db, browserDays)
  return {
    days: browserDays,
    total,
    newToday,
    mostNewPerDay: mostNewErrorsPerDay,
    errors: rows.map(({ fingerprint, col, ...error }) => ({
      ...error,
      id: fingerprint,
      column: col,
    })),
    vitals: visits.flatMap(({ app, metric, buckets }) => {
      const value = p75(metric, buckets)
      if (value === null) return []
      const { GOOD, NEEDS_WORK, POOR } = ratingCounts(metric, buckets)
      const shown = Math.round(value * 1000) / 1000
      const rating = ratingOf(metric, value)
      return [{ app, metric, p75: shown, rating, good: GOOD, needsWork: NEEDS_WORK, poor: POOR }]
    }),
  }
}
