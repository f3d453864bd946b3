import { afterEach, expect, it, vi } from 'vitest'
import { seedNow } from './here.ts'

afterEach(() => vi.unstubAllEnvs())

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
