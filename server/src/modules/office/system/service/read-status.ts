import type { staffCalls } from '@ce/contract'
import { integrityLateDays } from '@ce/contract/integrity-checks'
import { countVitalRatings, vitalPercentile75, vitalRatingOf } from '@ce/contract/web-vitals'
import type { z } from 'zod'
import { channelNames } from '../../../../platform/channels/channel.ts'
import { findCommitRisk } from '../../../../platform/db/commit-risk.ts'
import { listSweepFailures } from '../../../../platform/db/sweep-failures.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { listIntegrityStates } from '../../../../platform/integrity/states.ts'
import { silentAfterSeconds } from '../../../../platform/process-report.ts'
import { listMissingFilesForStaff } from '../../../file/service/verify.ts'
import { listPageErrors, listPageVisits, maxNewErrorsPerDay } from '../store/browser-reports.ts'
import {
  countSystemQueues,
  listChannelStates,
  listJobStates,
  listProcesses,
  readDatabaseSize,
} from '../store/status.ts'

const browserDays = 7
const mostErrors = 50
const mostPostponed = 50
/** The page shows work only after this many failures, because fewer often resolve themselves a moment later. */
const leastTries = 3
const mostMissing = 50
const mostIntegrityFaults = 20

/** Runs one query after another on one connection, because the page calls this every 15 s. */
export async function readSystemStatus(deps: Deps) {
  const { db } = deps
  const { at, bytes: databaseBytes } = await readDatabaseSize(db)
  const processes = await listProcesses(db, silentAfterSeconds)
  const jobs = await listJobStates(db, silentAfterSeconds)
  const queues = await countSystemQueues(db)
  const health = await listChannelStates(db)
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
    commitRisk: await findCommitRisk(db, deps.env),
    missingFiles: await listMissingFilesForStaff(deps, mostMissing),
    integrity: await readIntegrity(deps),
    proxies: deps.proxyWatch.findings,
    browsers: await readBrowsers(deps),
  }
}

type ProcessRow = Awaited<ReturnType<typeof listProcesses>>[number]
type JobState = z.input<(typeof staffCalls)['system']['status']['response']>['jobs'][number]['state']
type JobRow = Awaited<ReturnType<typeof listJobStates>>[number]

function toProcess({ diskBytes, diskFreeBytes, ...process }: ProcessRow) {
  const known = diskBytes !== null && diskFreeBytes !== null
  return { ...process, disk: known ? { bytes: diskBytes, freeBytes: diskFreeBytes } : null }
}

function stateOf({ startedAt, succeededAt, failedAt, runningSince, late }: JobRow): JobState {
  if (failedAt && (!succeededAt || failedAt > succeededAt)) return 'FAILING'
  if (runningSince) return 'RUNNING'
  if (late) return 'LATE'
  return startedAt ? 'WELL' : 'WAITING'
}

/** The queue of a message channel is hidden when the channel is not configured. */
function isInUse({ channels }: Deps, queue: string): boolean {
  const outside = channelNames.find((name) => name === queue)
  return !outside || channels.some(({ name }) => name === outside)
}

/** The demo cashier is included only where it is in use. */
function channelsOf({ gateways, channels, env }: Deps) {
  const payment = (['WECHAT', 'ALIPAY', 'DEMO'] as const).map((channel) => ({
    channel,
    configured: gateways.has(channel),
  }))
  const message = channelNames.map((channel) => ({
    channel,
    configured: channels.some(({ name }) => name === channel),
  }))
  const files = env.fileStore ? [{ channel: 'FILES' as const, configured: true }] : []
  return [...payment.filter(({ channel, configured }) => configured || channel !== 'DEMO'), ...message, ...files]
}

async function readIntegrity({ db }: Deps) {
  return (await listIntegrityStates(db)).map(({ name, faults, ageSeconds, ...state }) => ({
    ...state,
    check: name,
    faults: faults.slice(0, mostIntegrityFaults),
    late: ageSeconds > integrityLateDays(name) * 86_400,
  }))
}

async function readBrowsers({ db }: Deps) {
  const { rows, total, newToday } = await listPageErrors(db, browserDays, mostErrors)
  const visits = await listPageVisits(db, browserDays)
  return {
    days: browserDays,
    total,
    newToday,
    mostNewPerDay: maxNewErrorsPerDay,
    errors: rows.map(({ fingerprint, col, ...error }) => ({
      ...error,
      id: fingerprint,
      column: col,
    })),
    vitals: visits.flatMap(({ app, metric, buckets }) => {
      const value = vitalPercentile75(metric, buckets)
      if (value === null) return []
      const { GOOD, NEEDS_WORK, POOR } = countVitalRatings(metric, buckets)
      const shown = Math.round(value * 1000) / 1000
      const rating = vitalRatingOf(metric, value)
      return [{ app, metric, p75: shown, rating, good: GOOD, needsWork: NEEDS_WORK, poor: POOR }]
    }),
  }
}
