import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { knownVariables, noRealStores, readEnv } from './env.ts'

it.each([
  [{ NODE_ENV: 'prod' }, /^NODE_ENV must be production, development, test or nothing, not "prod"/],
  [{ NODE_ENV: 'Production' }, /^NODE_ENV must be/],
  [{ DATABASE_URI: 'postgres://x' }, /^unknown variable DATABASE_URI: is DATABASE_URL meant/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must look like/],
  [{ DATABASE_URL: 'postgres://a:b@127.0.0.1/c?port=abc' }, /^DATABASE_URL must look like/],
  [{ DATABASE_URL: 'postgres://a:1,b:x/portal' }, /^DATABASE_URL must look like/],
  [{ DATABASE_URL: 'postgres://a,b/portal?target_session_attrs=any' }, /^DATABASE_URL: target_session_attrs/],
  [{ DATABASE_URL_DIRECT: 'postgres://x' }, /^DATABASE_URL_DIRECT needs DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://x', DATABASE_URL_DIRECT: 'x' }, /^DATABASE_URL_DIRECT must look like/],
  [{ DATABASE_URL: 'postgres://h/ce_{worklaod}' }, /^DATABASE_URL: \{worklaod\} stands for nothing/],
  [{ DATABASE_URL: 'postgres://x', DATABASE_URL_DIRECT: 'postgres://h/{workload}' }, /names one database/],
  [{ DATABASE_READ_URL: 'postgres://x' }, /^DATABASE_READ_URL needs DATABASE_URL/],
  [
    { DATABASE_URL: 'postgres://x', DATABASE_READ_URL: 'postgres://a,b/portal?target_session_attrs=read-write' },
    /^DATABASE_READ_URL: target_session_attrs must be prefer-standby/,
  ],
  [{ DATADIR: '/x' }, /is DATA_DIR meant/],
  [{ Public_Url: 'https://x' }, /is PUBLIC_URL meant/],
  [{ KEY_DIR: '/x' }, /is KEYS_DIR meant/],
  [{ WECHAT_MCHD: '1' }, /is WECHAT_MCHID meant/],
  [{ WECHAT_SOMETHING: '1' }, /^unknown variable WECHAT_SOMETHING/],
  [{ CE_SPEED_UP: '1' }, /^unknown variable CE_SPEED_UP/],
  [{ CE_DEV: 'yes' }, /^CE_DEV must be 1 or 0/],
  [{ TRUSTED_PROXIES: '10.0.0.0/0' }, /^TRUSTED_PROXIES must name/],
  [{ TRUSTED_PROXIES: 'proxy.example' }, /not "proxy.example"/],
  [{ TRUSTED_PROXIES: '10.0.0.1,,loopback' }, /^TRUSTED_PROXIES must name/],
  [{ FILES_URL: 'https://store/portal' }, /^FILES_URL must look like s3:\/\/bucket/],
  [{ FILES_URL: 's3://id:secret@portal' }, /without keys$/],
  [{ FILES_URL: 's3://portal/../other' }, /^FILES_URL must look like/],
  [{ FILES_ENDPOINT: 'https://store' }, /^FILES_ENDPOINT is set, so FILES_URL must be set too/],
  [{ FILES_URL: 's3://portal' }, /^FILES_URL is set, so FILES_ENDPOINT must be set too/],
  [{ FILES_URL: 's3://portal', FILES_ENDPOINT: 'http://store' }, /^FILES_ENDPOINT must be https/],
  [{ FILES_URL: 's3://portal', FILES_ENDPOINT: 'https://store' }, /so FILES_ACCESS_KEY or FILES_ACCESS_KEY_FILE must/],
  [
    { FILES_URL: 's3://portal', FILES_ENDPOINT: 'https://store', FILES_ACCESS_KEY: 'a', FILES_ACCESS_KEY_FILE: '/a' },
    /^FILES_ACCESS_KEY and FILES_ACCESS_KEY_FILE are both set/,
  ],
  [
    { FILES_URL: 's3://portal', FILES_ENDPOINT: 'https://id:word@store' },
    /^FILES_ENDPOINT .* without a user and a pass/,
  ],
  [{ FILES_URL: 's3://portal', FILES_SECRET_KEY_FILE: '/dev/zero' }, /too large to hold one secret$/],
  [{ FILES_BROWSER_ENDPOINT: 'https://store' }, /^FILES_BROWSER_ENDPOINT is set, so FILES_URL must be set too/],
  [{ FILES_CDN_URL: 'http://cdn.example.cn' }, /^FILES_CDN_URL must be https/],
  [{ FILES_MOVING: 'to-store' }, /^FILES_MOVING is set, so FILES_URL must be set too/],
  [{ CELL: 'Zhejiang' }, /^CELL must be a name of a-z, 0-9 and -, not "Zhejiang"/],
  [{ FILES_BUCKET: 'portal' }, /^unknown variable FILES_BUCKET/],
  [{ TRUSTED_PROXIES: '11' }, /^TRUSTED_PROXIES must be 1 to 10/],
])('the invalid value %j stops the start with one sentence', (given, line) => {
  expect(() => readEnv(given)).toThrow(line)
})

it('accepts valid variables and ignores those of other programs', () => {
  const others = { HOSTNAME: 'a', PGDATA: 'x', LOG_FILE: 'x', npm_config_port: '1', DEMOS: '1' }
  const env = readEnv({ ...others, NODE_ENV: 'test', TRUSTED_PROXIES: '10.0.0.5, fd00::/8' })
  expect([env.production, env.trustedProxies]).toEqual([false, ['10.0.0.5', 'fd00::/8']])
  const databaseUrl = 'postgres://portal:a,b@h1:5432,[::1]:5433/portal?target_session_attrs=read-write'
  expect(readEnv({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  const stores = {
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: '/x',
    FILES_URL: 's3://portal',
    FILES_SECRET_KEY_FILE: '/x',
    FILES_CDN_URL: 'https://films.example',
    CELL: 'zhejiang',
  }
  const none = { databaseUrl: null, fileStore: null, filmsOrigin: null, cell: null }
  expect(readEnv({ ...stores, ...noRealStores })).toMatchObject(none)
  expect(readEnv({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
  expect(readEnv({}).trustedProxies).toEqual(['loopback'])
})

it('a variable with a secret can be read from the file that NAME_FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ce-env-'))
  const file = join(folder, 'url')
  const given = { DATABASE_URL_FILE: file }
  expect(() => readEnv(given)).toThrow(/^cannot use DATABASE_URL_FILE \(.*\): there is no such file$/)
  writeFileSync(file, 'postgres://portal:geheim@db/portal\n')
  expect(readEnv(given).databaseUrl).toBe('postgres://portal:geheim@db/portal')
  expect(given).toEqual({ DATABASE_URL_FILE: file })
  expect(() => readEnv({ ...given, DATABASE_URL: 'postgres://a' })).toThrow(
    /^DATABASE_URL and DATABASE_URL_FILE are both set/,
  )
  writeFileSync(file, 'postgres://a\npostgres://geheim')
  expect(() => readEnv(given)).toThrow(/^cannot use DATABASE_URL_FILE \(.*\): it must hold one secret on one line$/)
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_HEADERS_FILE: file }
  writeFileSync(file, 'api-key=a%3Db,x=y')
  expect(readEnv(collector).traces?.headers).toEqual({ 'api-key': 'a=b', x: 'y' })
  writeFileSync(file, 'geheim')
  expect(() => readEnv(collector)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value$/)
  rmSync(folder, { recursive: true })
})

it('production drains long enough for a load balancer, and other processes stop at once', () => {
  expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({ drainSeconds: 10, stopSeconds: 30, downloadSeconds: 300 })
  expect(readEnv({})).toMatchObject({ drainSeconds: 0, stopSeconds: 5, downloadSeconds: 0 })
})

it('the operations pages of the docs name every variable that is read', () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const text = pages
    .filter((page) => /^(operations\/\w[\w-]*|payments|messages|import)\.md$/.test(page))
    .map((page) => readFileSync(new URL(page, folder), 'utf8'))
    .join('\n')
  const ofTests = ['CE_CALL_RECORD', 'CE_TOLD_RECORD', 'CE_SEED', 'CE_DEV']
  const unnamed = knownVariables.filter((name) => !ofTests.includes(name) && !text.includes(name))
  expect(unnamed).toEqual([])
})

it('the examples in deploy/ set only variables that are read', () => {
  const folder = new URL('../../../deploy/', import.meta.url)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
  const text = texts.join('\n').replace(/^\s*#.*$/gm, '')
  const assigned = [...text.matchAll(/(?<![\w$.{])([A-Z][A-Z0-9_]{3,})(?:=|:\s)/g)].map(([, name = '']) => name)
  const ofOthers = /^(POSTGRES_\w+|SITE|PORTAL[12]|PATH|NODE|SYSTEM|PREVIOUS)$/
  const ours = assigned.filter((name) => !ofOthers.test(name))
  expect(new Set(ours).size).toBeGreaterThan(10)
  expect(ours.filter((name) => !knownVariables.includes(name))).toEqual([])
})
