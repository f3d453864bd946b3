import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { seedNow, withDeps } from './here.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it.each([
  ['in production', { NODE_ENV: 'production', DEMO: '' }],
  ['in production, asked for', { NODE_ENV: 'production', DEMO: '1' }],
  ['where the demo is turned off', { NODE_ENV: '', DEMO: '0' }],
])('the demo world is not made by hand %s, whatever the database', async (_where, given) => {
  // nobody answers there: it is refused before the database is asked
  vi.stubEnv('DATABASE_URL', 'postgres://a:b@127.0.0.1:1/c')
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  await expect(seedNow()).rejects.toThrow('no demo world')
})

it('work on a database that is not there makes none: its folder may be mistyped', async () => {
  const folder = join(tmpdir(), 'no-portal-was-ever-started-here')
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATA_DIR', folder)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const work = vi.fn()
  await withDeps(work)
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`no database in ${folder}`))
  expect([work.mock.calls.length, process.exitCode, existsSync(folder)]).toEqual([0, 1, false])
})
