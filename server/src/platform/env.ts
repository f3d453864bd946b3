import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDecimal } from '@ce/contract/decimal'
import { type EmailSettings, emailVariables, readEmailSettings } from './channels/email.ts'
import { readSmsSettings, type SmsSettings, smsVariables } from './channels/sms.ts'
import { urlsOfHosts } from './db/client.ts'
import { defaultPoolSizes, type PoolSizes } from './db/pools.ts'
import { readCell } from './deployment.ts'
import { readOrigin } from './env-group.ts'
import { StartError } from './errors.ts'
import { readS3Settings, type S3Settings, s3Variables } from './files/s3-settings.ts'
import { checkVariableNames } from './known-variables.ts'
import { type LogLevel, logLevels } from './observability/log-levels.ts'
import { readTraceSettings, type TraceSettings } from './observability/trace-settings.ts'
import { type AlipaySettings, alipayVariables, readAlipaySettings } from './payments/alipay/settings.ts'
import { readWechatSettings, type WechatSettings, wechatVariables } from './payments/wechat/settings.ts'
import { fileVariableOf, withSecretsOfFiles } from './secret-file.ts'
import { readTrustedProxies, type TrustedProxies, trustedProxiesVariable } from './trusted-proxies.ts'

export interface Env {
  port: number
  host: string
  /** Name of this cell among others; null for a portal that is the only one. */
  cell: string | null
  dataDir: string
  keysDir: string
  /** The S3-compatible store of files; null for the folder in dataDir. */
  fileStore: S3Settings | null
  /** Origin of a CDN that gets films from this portal; null for none. */
  filmsOrigin: string | null
  /** Address of an outside PostgreSQL; null for the embedded one in dataDir. */
  databaseUrl: string | null
  /** Address of the same PostgreSQL without the pooler of databaseUrl. */
  databaseDirectUrl: string | null
  /** Address of standbys that answer reads; null for none. */
  databaseReadUrl: string | null
  poolSizes: PoolSizes
  /** Seconds between the stop signal and the end of new requests. */
  drainSeconds: number
  /** Seconds that open requests may still take when the process stops. */
  stopSeconds: number
  /** Seconds after that which answers that are being sent may take while another process serves. */
  downloadSeconds: number
  /** Public address without a trailing slash; null until the port is known. */
  publicUrl: string | null
  demo: boolean
  seed: boolean
  production: boolean
  /** A practice portal with its own clock, created only by `npm run rehearsal` (decision 088). */
  practice: boolean
  dev: boolean
  pagesDir: string
  /** Test servers run no jobs, because tests run them by hand. */
  jobs: boolean
  /** Requests per minute and address to each expensive call (see shield.ts). */
  ratePerMinute: number
  /** Percentage of visits that report their page speed. */
  vitalsPercent: number
  trustedProxies: TrustedProxies
  wechat: WechatSettings | null
  alipay: AlipaySettings | null
  email: EmailSettings | null
  sms: SmsSettings | null
  /** Where GET /metrics is served; null for nowhere. */
  metrics: { port: number; host: string; variable: string } | null
  traces: TraceSettings | null
  logLevel: LogLevel
}

export const rehearsalFolderVariable = 'REHEARSAL_DIR'

const databaseVariables = ['DATABASE_URL', 'DATABASE_URL_DIRECT', 'DATABASE_READ_URL']

/** Variables with a secret; NAME_FILE names a file with the value of NAME instead. */
const secretVariables = [
  ...databaseVariables,
  ...['OTEL_EXPORTER_OTLP_HEADERS', 'FILES_ACCESS_KEY', 'FILES_SECRET_KEY'],
]

/** Programs that make a portal of their own start it with these, so that it uses nothing of a real portal. */
export const noRealStores: Record<string, string> = Object.fromEntries(
  [...databaseVariables, ...s3Variables, 'FILES_CDN_URL', 'CELL']
    .flatMap((name) => (secretVariables.includes(name) ? [name, fileVariableOf(name)] : [name]))
    .map((name) => [name, '']),
)

/**
 * Names of all variables that we read. Unknown names in our style stop the start, so each settings reader adds its own.
 */
export const knownVariables: readonly string[] = [
  ...['PORT', 'HOST', 'DATA_DIR', 'KEYS_DIR', 'PUBLIC_URL', 'DEMO', 'NODE_ENV', 'CELL', 'FILES_CDN_URL'],
  ...databaseVariables,
  ...['PAGES_DIR', 'RATE_PER_MINUTE', 'CE_SEED', 'CE_DEV', 'CE_JOBS', trustedProxiesVariable],
  rehearsalFolderVariable,
  ...['DRAIN_SECONDS', 'STOP_SECONDS', 'DOWNLOAD_SECONDS', ...Object.keys(defaultPoolSizes).map(poolVariable)],
  ...['METRICS_PORT', 'METRICS_HOST', 'LOG_LEVEL', 'VITALS_PERCENT'],
  // Our tests record their calls and audit rows in these files.
  'CE_CALL_RECORD',
  'CE_TOLD_RECORD',
  ...s3Variables,
  ...secretVariables.map(fileVariableOf),
  ...wechatVariables,
  ...alipayVariables,
  ...emailVariables,
  ...smsVariables,
]

/** Without the embedded database, the folder of files and the keys, the disk of dataDir says nothing. */
export function usesDataDir({ databaseUrl, fileStore, keysDir, dataDir }: Env): boolean {
  return !databaseUrl || !fileStore || fileStore.movesTo !== null || keysDir.startsWith(dataDir + sep)
}

const builtPages = fileURLToPath(new URL('../../../dist', import.meta.url))

/** @throws StartError that names the faulty variable. */
export function readEnv(given: NodeJS.ProcessEnv = process.env): Env {
  checkVariableNames(given, knownVariables)
  const from = withSecretsOfFiles(given, secretVariables)
  const production = readNodeEnv(from.NODE_ENV) === 'production'
  if (production && from[rehearsalFolderVariable])
    throw new StartError(
      `NODE_ENV=production refuses ${rehearsalFolderVariable}: a practice portal is no part of production`,
    )
  const dataDir = resolve(from.DATA_DIR || 'data')
  return {
    port: readPort('PORT', from.PORT || '8080'),
    host: from.HOST || '0.0.0.0',
    cell: readCell(from.CELL),
    dataDir,
    keysDir: resolve(from.KEYS_DIR || `${dataDir}/keys`),
    fileStore: readS3Settings(from),
    filmsOrigin: readOrigin('FILES_CDN_URL', from.FILES_CDN_URL, '', { secret: 'films' }) || null,
    databaseUrl: readDatabaseUrl('DATABASE_URL', from.DATABASE_URL),
    databaseDirectUrl: readFurtherUrl('DATABASE_URL_DIRECT', from),
    databaseReadUrl: readFurtherUrl('DATABASE_READ_URL', from, 'prefer-standby'),
    poolSizes: readPoolSizes(from),
    drainSeconds: readCount('DRAIN_SECONDS', from.DRAIN_SECONDS, { fallback: production ? 10 : 0, least: 0 }),
    stopSeconds: readCount('STOP_SECONDS', from.STOP_SECONDS, {
      fallback: production ? 30 : 5,
      least: 1,
    }),
    downloadSeconds: readCount('DOWNLOAD_SECONDS', from.DOWNLOAD_SECONDS, { fallback: production ? 300 : 0, least: 0 }),
    publicUrl: readPublicUrl(from.PUBLIC_URL),
    demo: readFlag('DEMO', from.DEMO, !production),
    seed: readFlag('CE_SEED', from.CE_SEED, true),
    production,
    practice: false,
    dev: readFlag('CE_DEV', from.CE_DEV, false),
    pagesDir: resolve(from.PAGES_DIR || builtPages),
    jobs: readFlag('CE_JOBS', from.CE_JOBS, true),
    // The limit is high, because a whole pharmacy chain may share one address.
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

/** A misspelt `production` would start the demo portal with its demo cashier. */
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
      // A pool needs two connections: an exclusive task holds one connection and works over another.
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
  if (!level) throw new StartError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
  return level
}

function readPercent(name: string, value: string | undefined, fallback: number): number {
  const percent = value ? parseDecimal(value) : fallback
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new StartError(`${name} must be a whole number from 0 to 100, not "${value}"`)
  return percent
}

function readDatabaseUrl(variable: string, value: string | undefined, wanted = 'read-write'): string | null {
  if (!value) return null
  const addresses = urlsOfHosts(value).map(databaseAddress)
  if (!/^postgres(ql)?:\/\//.test(value) || !addresses.every(isDatabaseAddress))
    throw new StartError(
      `${variable} must look like postgres://user:password@host:5432/database, or have several hosts (host1:5432,host2:5432)`,
    )
  const strange = /\{(?!workload\})\w*\}/.exec(value.replace(/^.*@/, ''))
  if (strange)
    throw new StartError(`${variable}: ${strange[0]} stands for nothing; {workload} is the name of a workload`)
  const attributes = addresses[0]?.searchParams.get('target_session_attrs') ?? wanted
  if (attributes !== wanted)
    throw new StartError(`${variable}: target_session_attrs must be ${wanted}, not "${attributes}"`)
  return value
}

function isDatabaseAddress(address: URL | null): boolean {
  return address !== null && /^\d*$/.test(address.searchParams.get('port') ?? '')
}

function readFurtherUrl(variable: string, from: NodeJS.ProcessEnv, attributes?: string): string | null {
  const value = from[variable]
  if (value && !from.DATABASE_URL) throw new StartError(`${variable} needs DATABASE_URL`)
  if (value?.includes('{workload}'))
    throw new StartError(`${variable} names one database: {workload} is for the pooler of DATABASE_URL`)
  return readDatabaseUrl(variable, value, attributes)
}

/** PostgreSQL also allows `user@/name?host=/folder` for a socket. */
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
