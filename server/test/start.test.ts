import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/launcher.ts'
import { resolveServerLocation } from '../src/platform/embedded-postgres/place.ts'
import { isPostmasterOf } from '../src/platform/embedded-postgres/postmaster-file.ts'
import { runStartCommand, type StartedCommand } from './start-command.ts'

// Each test makes several real starts beside the other workers' tests.
vi.setConfig({ testTimeout: 400_000 })

const runner = new URL('../../tools/run.mjs', import.meta.url)
const folders: string[] = []
const started: StartedCommand[] = []

afterEach(async () => {
  for (const command of started.splice(0)) {
    try {
      command.signalGroup('SIGKILL')
    } catch {}
    await command.ended()
  }
  for (const folder of folders.splice(0)) await removeFolder(folder)
})

async function removeFolder(folder: string): Promise<void> {
  // The killed Node process left a database server running, which must be stopped first.
  if (existsSync(join(folder, 'postgres'))) await (await startEmbeddedPostgres({ dataDir: folder })).stop()
  rmSync(folder, { recursive: true, force: true })
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ce-start-'))
  folders.push(folder)
  return folder
}

function start(env: NodeJS.ProcessEnv): StartedCommand {
  const command = runStartCommand(env)
  started.push(command)
  return command
}

const serves = async (address: string) => (await fetch(`${address}/api/client/first_page/v1/site_info`)).status === 200

function postmaster(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  return pid && isPostmasterOf(resolveServerLocation(dataDir), pid) ? pid : undefined
}

describe('starts that must fail with one line', () => {
  const refusal = async (env: NodeJS.ProcessEnv) => {
    const dataDir = newFolder()
    const command = start({ DATA_DIR: dataDir, ...env })
    expect(await command.ended()).toBe(1)
    expect(postmaster(dataDir)).toBeUndefined()
    const lines = command.output().trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('building the pages'))).toHaveLength(1)
    return lines.at(-1)
  }

  test('a start with a used port fails before anything is created', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    const address = await new Promise((resolve) => taken.once('listening', () => resolve(taken.address())))
    const { port } = address as { port: number }
    const dataDir = newFolder()
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toMatch(new RegExp(`^port ${port} is in use`))
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    taken.close()
  })

  test.each([
    ['a PORT that is none', { PORT: 'http' }, /^PORT must be/],
    [
      'a DATABASE_URL nobody answers, of production, with a bare % in its password',
      {
        ...{ NODE_ENV: 'production', DEMO: '0' },
        DATABASE_URL: 'postgres://portal:50%off@127.0.0.1:1/c',
      },
      /^cannot use the database of DATABASE_URL: .*ECONNREFUSED/,
    ],
    [
      'a DATABASE_URL that names a certificate which is not there',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c?sslrootcert=/no/such.pem' },
      /^cannot use the database of DATABASE_URL: ENOENT: .*\/no\/such\.pem/,
    ],
    ['an unwritable DATA_DIR', { DATA_DIR: '/dev/null/data' }, /^DATA_DIR .* is not writable/],
    [
      'an unwritable KEYS_DIR',
      { KEYS_DIR: '/dev/null/keys' },
      /^KEYS_DIR: \/dev\/null\/keys cannot be read \(ENOTDIR\)$/,
    ],
    ['the demo world in production', { NODE_ENV: 'production', DEMO: '1' }, /^NODE_ENV=production refuses DEMO=1/],
  ])('%s', async (_, env, line) => {
    expect(await refusal(env)).toMatch(line)
  })

  test('a start with an old Node version fails when no newer one is installed', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'tools'))
    copyFileSync(runner, join(folder, 'tools/run.mjs'))
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${pretend}`, 'tools/run.mjs', 'start'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect((stdout + stderr).trim()).toMatch(/^Node 24 or newer is needed and this is 20\.19\.0: .*$/)
  })
})

test('--help names the settings and starts nothing; other words are refused', () => {
  const run = (word: string) =>
    spawnSync(process.execPath, [fileURLToPath(runner), 'start', word], { encoding: 'utf8' })
  const asked = run('--help')
  expect(asked).toMatchObject({ status: 0, stderr: '' })
  for (const name of ['PORT', 'DATA_DIR', 'DATABASE_URL', 'docs/operations/configure.md'])
    expect(asked.stdout).toContain(name)
  expect(run('--port=9000')).toMatchObject({ status: 1, stdout: '' })
})

describe('stopping and starting again', () => {
  test('starts after kill -9 and Ctrl-C go on with what is there and create nothing again', async () => {
    // One folder for all of them, because creating a database takes longer than starting it again.
    const dataDir = newFolder()
    const env = { DATA_DIR: dataDir, CE_SEED: '1' }
    const first = start(env)
    expect(await serves(await first.ready())).toBe(true)
    expect(first.output()).toContain('demo world made')
    const pid = postmaster(dataDir) ?? 0
    first.signalGroup('SIGKILL')
    expect(await first.ended()).toBeNull()
    expect(postmaster(dataDir)).toBe(pid)

    const afterKillOfNode = start(env)
    expect(await serves(await afterKillOfNode.ready())).toBe(true)
    expect(afterKillOfNode.output()).not.toMatch(/building|demo world made/)
    expect(postmaster(dataDir)).toBe(pid)
    afterKillOfNode.signalGroup('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await afterKillOfNode.ended()

    // `npm run bench start` measures how fast the portal is ready.
    const afterKillOfBoth = start(env)
    expect(await serves(await afterKillOfBoth.ready())).toBe(true)
    expect(postmaster(dataDir)).not.toBe(pid)
    afterKillOfBoth.signalGroup('SIGINT')
    afterKillOfBoth.signalGroup('SIGINT') // npm passes on the signal that the terminal has sent already.
    expect(await afterKillOfBoth.ended()).toBe(0)
    expect(postmaster(dataDir)).toBeUndefined()

    const last = start(env)
    expect(await serves(await last.ready())).toBe(true)
    last.signalGroup('SIGTERM')
    expect(await last.ended()).toBe(0)
    expect(postmaster(dataDir)).toBeUndefined()
  })

  test('Ctrl-C during the start leaves nothing running', async () => {
    let served = true
    // A slow machine may miss the moment, so the test tries up to three times.
    for (let look = 0; look < 3 && served; look += 1) {
      const dataDir = newFolder()
      const command = start({ DATA_DIR: dataDir })
      while (!existsSync(join(dataDir, 'postgres.log'))) await delay(10)
      command.signalGroup('SIGINT')
      expect(await command.ended()).toBe(0)
      expect(postmaster(dataDir)).toBeUndefined()
      served = command.output().includes('http://')
    }
    expect(served).toBe(false)
  })
})
