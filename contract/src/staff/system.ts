import { z } from 'zod'
import { frontEnd } from '../client/system.ts'
import { instant, nothing } from '../common.ts'
import { defineCall } from '../define.ts'
import { ratings, vitalNames } from '../rules/web-vitals.ts'

const count = z.int().min(0)

const process = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  startedAt: instant,
  seenAt: instant,
  /** it has reported in time */
  alive: z.boolean(),
  runsJobs: z.boolean(),
  memoryBytes: z.number(),
  /** the slowest hundredth of the last quarter of a minute */
  loopDelayMs: z.int(),
  /** where its files lie; null: the system does not say */
  disk: z.object({ bytes: z.number(), freeBytes: z.number() }).nullable(),
})

const job = z.object({
  /** `module.what` */
  name: z.string(),
  every: z.enum(['MINUTE', 'QUARTER_MINUTE', 'PULSE']),
  /** null: it has not run yet */
  startedAt: instant.nullable(),
  succeededAt: instant.nullable(),
  failedAt: instant.nullable(),
  failure: z.string().nullable(),
  tookMs: z.int().nullable(),
  dueAt: instant.nullable(),
  /** FAILING: its last run failed · LATE: it should have run by now · WAITING: it has not run yet */
  state: z.enum(['WELL', 'FAILING', 'LATE', 'WAITING']),
})

/** A row that a job could not do: it goes past it and tries it again, later each time. */
const postponed = z.object({
  /** `module.what` */
  job: z.string(),
  /** the row's key; nothing personal */
  subject: z.string(),
  tries: count,
  error: z.string(),
  firstFailedAt: instant,
  lastFailedAt: instant,
  nextTryAt: instant,
})

/** What waits for the portal itself, not for a person. */
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
  /** what the portal has given up, of the last seven days; null: nothing is given up here */
  failed: count.nullable(),
})

const channel = z.object({
  channel: z.enum(['WECHAT', 'ALIPAY', 'DEMO', 'EMAIL', 'SMS']),
  configured: z.boolean(),
  /** processes that leave it alone for a moment, because it did not answer several times in a row */
  pausedBy: count,
  succeededAt: instant.nullable(),
  failedAt: instant.nullable(),
  failure: z.string().nullable(),
})

/** A file that the database names and whose content is not on the disk, or is of another length. */
const missingFile = z.object({
  id: z.string(),
  purpose: z.string(),
  size: z.number(),
  /** null: there is nothing */
  storedSize: z.number().nullable(),
  foundAt: instant,
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
  /** since it was first seen */
  count,
  firstSeenAt: instant,
  lastSeenAt: instant,
})

const vital = z.object({
  app: frontEnd,
  metric: z.enum(vitalNames),
  /** milliseconds, CLS without a unit: three of four visits were within it */
  p75: z.number(),
  rating: z.enum(ratings),
  /** visits by rating */
  good: count,
  needsWork: count,
  poor: count,
})

export const systemStatus = z.object({
  at: instant,
  processes: z.array(process),
  jobs: z.array(job),
  /** the last of them that failed, and how many there are */
  postponed: z.object({ list: z.array(postponed), total: count }),
  queues: z.array(queue),
  channels: z.array(channel),
  databaseBytes: z.number(),
  /** those found last, and how many there are */
  missingFiles: z.object({ list: z.array(missingFile), total: count }),
  /** what looks as if TRUSTED_PROXIES were set wrongly, by the process that answers; null: nothing does */
  proxies: z.object({
    /** nearly all requests seem to come from it */
    oneAddress: z.string().nullable(),
    /** it passes addresses on and is not believed */
    untrustedForwarder: z.string().nullable(),
  }),
  /** what browsers reported in the last `days` days */
  browsers: z.object({
    days: z.int(),
    /** faults of different kinds; the newest of them are listed */
    total: count,
    errors: z.array(clientError),
    /** so many new ones are kept in a day */
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
    request: nothing,
    response: systemStatus,
    refusals: [],
  }),
}
