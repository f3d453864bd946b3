import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

it('a simulator ends together with the process that started it, even when that is killed', async () => {
  const start = `import { startSimulator } from '${new URL('start-simulator.ts', import.meta.url)}'
    console.log((await startSimulator('message-simulator')).url)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', start], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const url = String(line).trim()
  expect(await answers(url)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false)
}, 60_000)
