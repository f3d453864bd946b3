import { z } from 'zod'
import { frontEnd } from '../client/system.ts'
import { emptyRequest, instant } from '../common.ts'
import { defineCall } from '../define.ts'
import { integrityCheckNames } from '../rules/integrity-checks.ts'
import { vitalNames, vitalRatings } from '../rules/web-vitals.ts'

const count = z.int().min(0)

const process = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: instant,
  seenAt: instant,
  alive: z.boolean(),
  runsJobs: z.boolean(),
  memoryBytes: z.number(),
  /** Delay of the event loop in ms: 99th percentile of the last 15 seconds. */
  loopDelayMs: z.int(),
  disk: z.object({ bytes: z.number(), freeBytes: z.number() }).nullable(),
})

const job = z.object({
  name: z.string(),
  every: z.enum(['MINUTE', 'QUARTER_MINUTE', 'PULSE']),
  startedAt: instant.nullable(),
  succeededAt: instant.nullable(),
  failedAt: instant.nullable(),
  failure: z.string().nullable(),
  tookMs: z.int().nullable(),
  /** When the run that goes on began; null for runs of less than ten seconds. */
  runningSince: instant.nullable(),
  /** When the next run begins; null while a run goes on, and for sweeps. */
  dueAt: instant.nullable(),
  /** FAILING: the job's last run failed. RUNNING: a long run goes on. LATE: the run is overdue. WAITING: no run yet. */
  state: z.enum(['WELL', 'FAILING', 'RUNNING', 'LATE', 'WAITING']),
})

/** A row that a job skipped after an error and will retry. */
const postponed = z.object({
  job: z.string(),
  subject: z.string(),
  tries: count,
  error: z.string(),
  firstFailedAt: instant,
  lastFailedAt: instant,
  nextTryAt: instant,
})

const queue = z.object({
  queue: z.enum([
    'EMAIL',
    'SMS',
    'POSTER_IMPORT',
    'QUESTION_IMPORT',
    'ROSTER_IMPORT',
    'PAYMENT',
    'REFUND',
    'PRINT',
    'DATA_EXPORT',
    'FILE_DELETION',
  ]),
  waiting: count,
  oldestAt: instant.nullable(),
  /** Number of tasks that the job gave up in the last seven days; null for jobs that never give up. */
  failed: count.nullable(),
})

const channel = z.object({
  channel: z.enum(['WECHAT', 'ALIPAY', 'DEMO', 'EMAIL', 'SMS', 'FILES']),
  configured: z.boolean(),
  /** Number of processes that pause this channel after repeated failures. */
  pausedBy: count,
  succeededAt: instant.nullable(),
  failedAt: instant.nullable(),
  failure: z.string().nullable(),
})

/** A file listed in the database whose content is missing or has another length. */
const missingFile = z.object({
  id: z.string(),
  purpose: z.string(),
  size: z.number(),
  storedSize: z.number().nullable(),
  foundAt: instant,
})

/** A check of the stored data that runs at night and after a restore. */
const integrityCheck = z.object({
  check: z.enum(integrityCheckNames),
  checked: z.number(),
  faultCount: z.number(),
  /** The first faults; they name rows by their keys. */
  faults: z.array(z.string()),
  /** When the last complete round ended; null before the first one. */
  endedAt: instant.nullable(),
  /** No round ended for longer than it may take. */
  late: z.boolean(),
})

const clientError = z.object({
  id: z.string(),
  app: frontEnd,
  kind: z.enum(['ERROR', 'REJECTION', 'RENDER', 'CHUNK']),
  message: z.string(),
  source: z.string(),
  line: z.int(),
  column: z.int(),
  stack: z.string(),
  route: z.string(),
  browser: z.string(),
  build: z.string(),
  count,
  firstSeenAt: instant,
  lastSeenAt: instant,
})

const vital = z.object({
  app: frontEnd,
  metric: z.enum(vitalNames),
  /** 75th percentile in milliseconds; CLS has no unit. */
  p75: z.number(),
  rating: z.enum(vitalRatings),
  good: count,
  needsWork: count,
  poor: count,
})

export const systemStatus = z.object({
  at: instant,
  processes: z.array(process),
  jobs: z.array(job),
  postponed: z.object({ list: z.array(postponed), total: count }),
  queues: z.array(queue),
  channels: z.array(channel),
  databaseBytes: z.number(),
  /** Why writes that were answered could be lost when a standby of the database takes over; null when they cannot. */
  commitRisk: z.enum(['NO_SYNCHRONOUS_STANDBY', 'COMMIT_DOES_NOT_WAIT']).nullable(),
  missingFiles: z.object({ list: z.array(missingFile), total: count }),
  integrity: z.array(integrityCheck),
  /**
   * Signs that the setting TRUSTED_PROXIES is wrong, seen by the process that answers this call; null when there are
   * none.
   */
  proxies: z.object({
    /** Nearly all requests seem to come from this one address. */
    oneAddress: z.string().nullable(),
    /** Requests from this address say that they are forwarded for others, but the address is not a trusted proxy. */
    untrustedForwarder: z.string().nullable(),
  }),
  browsers: z.object({
    days: z.int(),
    total: count,
    errors: z.array(clientError),
    newToday: count,
    mostNewPerDay: count,
    vitals: z.array(vital),
  }),
})

export const system = {
  status: defineCall({
    method: 'GET',
    path: '/system/v1/status',
    audience: 'staff',
    permission: 'system.read',
    summary: '系统状态：服务进程、后台任务、队列、渠道、存储，以及浏览器报告的错误与页面速度',
    request: emptyRequest,
    response: systemStatus,
    refusals: [],
  }),
}
