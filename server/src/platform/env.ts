import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDecimal } from '@ce/contract/decimal'
import { type EmailSettings, emailVariables, readEmailSettings } from './channels/email-settings.ts'
import { readSmsSettings, type SmsSettings, smsVariables } from './channels/sms-settings.ts'
import { defaultPoolSizes, type PoolSizes } from './db/pools.ts'
import { checkVariables } from './known-variables.ts'
import { type LogLevel, logLevels } from './observability/log-levels.ts'
import { readTraceSettings, type TraceSettings } from './observability/trace-settings.ts'
import {
  type AlipaySettings,
  alipayVariables,
  readAlipaySettings,
} from './payments/alipay/settings.ts'
import {
  readWechatSettings,
  type WechatSettings,
  wechatVariables,
} from './payments/wechat/settings.ts'
import { StartError } from './start-error.ts'
import {
  readTrustedProxies,
  type TrustedProxies,
  trustedProxiesVariable,
} from './trusted-proxies.ts'

/** What an operator sets; everything else is data in the database. */
export interface Env {
  port: number
  host: string
  dataDir: string
  keysDir: string
  /** an outside PostgreSQL; null: the embedded one in dataDir */
  databaseUrl: string | null
  /** connections to the database of each workload in this process */
  poolSizes: PoolSizes
  /** seconds between the signal to stop and the end of new requests: /readyz says so from the first on */
  drainSeconds: number
  /** seconds that open requests may take after that */
  stopSeconds: number
  /** the address people open, without a trailing slash; null: known once the port is */
  publicUrl: string | null
  /** the demo world and the demo cashier */
  demo: boolean
  /** fill an empty database with the demo world at the start; tests of the server do without */
  seed: boolean
  production: boolean
  /** an invented world with a clock of its own; only `npm run rehearsal` makes and serves one (decision 088) */
  practice: boolean
  /** hot reload of server and pages in this process */
  dev: boolean
  /** the built pages: client, server (what renders public ones), console */
  pagesDir: string
  /** whether this process takes part in the jobs; off in test servers, whose tests run them by hand */
  jobs: boolean
  /** how many requests a minute one address may make to each call that costs much (see shield.ts) */
  ratePerMinute: number
  /** of a hundred visits so many report how fast their pages were */
  vitalsPercent: number
  /** whose X-Forwarded-For is believed */
  trustedProxies: TrustedProxies
  /** WeChat Pay, where it is configured */
  wechat: WechatSettings | null
  /** Alipay, where it is configured */
  alipay: AlipaySettings | null
  /** what takes messages out of the portal, where it is configured */
  email: EmailSettings | null
  sms: SmsSettings | null
  /** where GET /metrics is answered; null: nowhere */
  metrics: { port: number; host: string; variable: string } | null
  traces: TraceSettings | null
  logLevel: LogLevel
}

/** Where `npm run rehearsal` keeps its world; nothing else reads it. */
export const rehearsalVariable = 'REHEARSAL_DIR'

/** Every variable that is read: a reader of settings adds its own. Others that look like ours stop the start. */
export const knownVariables: readonly string[] = [
  ...['PORT', 'HOST', 'DATA_DIR', 'KEYS_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'DEMO', 'NODE_ENV'],
  ...['PAGES_DIR', 'RATE_PER_MINUTE', 'CE_SEED', 'CE_DEV', 'CE_JOBS', trustedProxiesVariable],
  // of tools/rehearsal.ts
  rehearsalVariable,
  ...['DRAIN_SECONDS', 'STOP_SECONDS', ...Object.keys(defaultPoolSizes).map(poolVariable)],
  ...['METRICS_PORT', 'METRICS_HOST', 'LOG_LEVEL', 'VITALS_PERCENT'],
  // where our own tests write down which calls they made, and which audit rows
  'CE_CALL_RECORD',
  'CE_TOLD_RECORD',
  ...wechatVariables,
  ...alipayVariables,
  ...emailVariables,
  ...smsVariables,
]

const builtPages = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Reads and checks the environment. @throws StartError naming the variable at fault. */
export function readEnv(from: NodeJS.ProcessEnv = process.env): Env {
  checkVariables(from, knownVariables)
  const production = readNodeEnv(from.NODE_ENV) === 'production'
  if (production && from[rehearsalVariable])
    throw new StartError(
      `NODE_ENV=production refuses ${rehearsalVariable}: a practice portal is no part of production`,
    )
  const dataDir = resolve(from.DATA_DIR || 'data')
  return {
    port: readPort('PORT', from.PORT || '8080'),
    host: from.HOST || '0.0.0.0',
    dataDir,
    keysDir: resolve(from.KEYS_DIR || `${dataDir}/keys`),
    databaseUrl: readDatabaseUrl(from.DATABASE_URL),
    poolSizes: readPoolSizes(from),
    drainSeconds: readCount('DRAIN_SECONDS', from.DRAIN_SECONDS, { fallback: 0, least: 0 }),
    stopSeconds: readCount('STOP_SECONDS', from.STOP_SECONDS, {
      fallback: production ? 30 : 5,
      least: 1,
    }),
    publicUrl: readPublicUrl(from.PUBLIC_URL),
    demo: readFlag('DEMO', from.DEMO, !production),
    seed: readFlag('CE_SEED', from.CE_SEED, true),
    production,
    practice: false,
    dev: readFlag('CE_DEV', from.CE_DEV, false),
    pagesDir: resolve(from.PAGES_DIR || builtPages),
    jobs: readFlag('CE_JOBS', from.CE_JOBS, true),
    // Generous by default: a whole pharmacy chain may sit behind one address.
    ratePerMinute: readCount('RATE_PER_MINUTE', from.RATE_PER_MINUTE, { fallback: 600, least: 1 }),
    vitalsPercent: readPercent('VITALS_PERCENT', from.VITALS_PERCENT, 10),
    trustedProxies: readTrustedProxies(from[trustedProxiesVariable]),
    wechat: readWechatSettings(from),
    alipay: readAlipaySettings(from),
    email: readEmailSettings(from),
    sms: readSmsSettings(from),
    metrics: readMetricsPlace(from),
    traces: readTraceSettings(from),
    logLevel: readLogLevel(from.LOG_LEVEL, production ? 'info' : 'warn'),
  }
}

/** A misspelt `production` would start the demo with its cashier. */
function readNodeEnv(value: string | undefined): string {
  if (!value || ['production', 'development', 'test'].includes(value)) return value ?? ''
  throw new StartError(`NODE_ENV must be production, development, test or nothing, not "${value}"`)
}

function poolVariable(workload: string): string {
  return `POOL_${workload.toUpperCase()}`
}

function readPort(name: string, value: string): number {
  const port = parseDecimal(value)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new StartError(`${name} must be a whole number from 0 to 65535, not "${value}"`)
  return port
}

function readPoolSizes(from: NodeJS.ProcessEnv): PoolSizes {
  const size = (workload: keyof PoolSizes) => {
    const name = poolVariable(workload)
    return readCount(name, from[name], {
      fallback: defaultPoolSizes[workload],
      // what is done one at a time holds a connection and works over another
      least: 2,
      most: 200,
    })
  }
  return {
    learner: size('learner'),
    desk: size('desk'),
    export: size('export'),
    jobs: size('jobs'),
  }
}

function readCount(
  name: string,
  value: string | undefined,
  { fallback, least, most = 1_000_000 }: { fallback: number; least: number; most?: number },
): number {
  const count = value ? parseDecimal(value) : fallback
  if (!Number.isInteger(count) || count < least || count > most)
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
  return count
}

function readMetricsPlace({ METRICS_PORT, METRICS_HOST }: NodeJS.ProcessEnv): Env['metrics'] {
  if (!METRICS_PORT) return null
  return {
    port: readPort('METRICS_PORT', METRICS_PORT),
    host: METRICS_HOST || '127.0.0.1',
    variable: 'METRICS_PORT',
  }
}

function readLogLevel(value: string | undefined, fallback: LogLevel): LogLevel {
  const level = value ? logLevels.find((known) => known === value) : fallback
  if (!level)
    throw new StartError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
  return level
}

function readPercent(name: string, value: string | undefined, fallback: number): number {
  const percent = value ? parseDecimal(value) : fallback
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new StartError(`${name} must be a whole number from 0 to 100, not "${value}"`)
  return percent
}

function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null
  const port = databaseAddress(value)?.searchParams.get('port') ?? ''
  if (!/^postgres(ql)?:\/\//.test(value) || !databaseAddress(value) || !/^\d*$/.test(port))
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database')
  return value
}

/** A database's address; `user@/name?host=/folder` (a socket, no host) is PostgreSQL's own way to write one. */
function databaseAddress(url: string): URL | null {
  return URL.parse(url.replace('@/', '@socket/'))
}

function readPublicUrl(value: string | undefined): string | null {
  if (!value) return null
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new StartError(`PUBLIC_URL must be an http(s) address, not "${value}"`)
  return value.replace(/\/+$/, '')
}

function readFlag(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback
  if (value === '1' || value === '0') return value === '1'
  throw new StartError(`${name} must be 1 or 0, not "${value}"`)
}
