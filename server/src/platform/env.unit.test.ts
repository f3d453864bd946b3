import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownVariables, readEnv } from './env.ts'

it.each([
  [{ NODE_ENV: 'prod' }, /^NODE_ENV must be production, development, test or nothing, not "prod"/],
  [{ NODE_ENV: 'Production' }, /^NODE_ENV must be/],
  [{ DATABASE_URI: 'postgres://x' }, /^unknown variable DATABASE_URI: is DATABASE_URL meant/],
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
  [{ TRUSTED_PROXIES: '11' }, /^TRUSTED_PROXIES must be 1 to 10/],
])('%j stops the start in one sentence', (given, line) => {
  expect(() => readEnv(given)).toThrow(line)
})

it('takes what is set well, and leaves the variables of other programs alone', () => {
  const others = { HOSTNAME: 'a', PGDATA: 'x', LOG_FILE: 'x', npm_config_port: '1', DEMOS: '1' }
  const env = readEnv({ ...others, NODE_ENV: 'test', TRUSTED_PROXIES: '10.0.0.5, fd00::/8' })
  expect([env.production, env.trustedProxies]).toEqual([false, ['10.0.0.5', 'fd00::/8']])
  expect(readEnv({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
  expect(readEnv({}).trustedProxies).toEqual(['loopback'])
})

it('the operations pages name every variable that is read', () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const pages = ['operations', 'payments', 'messages', 'import', 'operations/limits']
  const text = pages
    .map((page) => {
      try {
        return readFileSync(new URL(`${page}.md`, folder), 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')
  const ofTests = ['CE_CALL_RECORD', 'CE_TOLD_RECORD', 'CE_SEED', 'CE_DEV']
  const unnamed = knownVariables.filter((name) => !ofTests.includes(name) && !text.includes(name))
  expect(unnamed).toEqual([])
})
