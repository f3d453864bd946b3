import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { runWithDeps, seedDatabase } from './local-database.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it.each([
  ['in production', { NODE_ENV: 'production', DEMO: '' }],
  ['in production, asked for', { NODE_ENV: 'production', DEMO: '1' }],
  ['where the demo is turned off', { NODE_ENV: '', DEMO: '0' }],
])('seeding the demo by hand is refused %s, whatever database is set', async (_where, given) => {
  // No database answers at this address, so the refusal must come before any query.
  vi.stubEnv('DATABASE_URL', 'postgres://a:b@127.0.0.1:1/c')
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  await expect(seedDatabase()).rejects.toThrow('no demo world')
})

it('a command on a missing database creates none, because the folder name may be mistyped', async () => {
  const folder = join(tmpdir(), 'no-portal-was-ever-started-here')
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATA_DIR', folder)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const work = vi.fn()
  await runWithDeps(work)
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`no database in ${folder}`))
  expect([work.mock.calls.length, process.exitCode, existsSync(folder)]).toEqual([0, 1, false])
})
