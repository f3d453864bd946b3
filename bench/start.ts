import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import { noRealStores } from '../server/src/platform/env.ts'
import { medianOf } from './harness/median.ts'

const turns = 5
/** Targets in seconds for a start with an existing database and demo world. */
const targets = { portal: 3, database: 1 }

/** Measures the first and the second `npm start`, and the start of PostgreSQL and of Node alone. */
export async function measureStart(): Promise<void> {
  const dataDir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'ce-start-'))
  try {
    const first = await secondsToServe(dataDir)
    const again: number[] = []
    const database: number[] = []
    const bare: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      again.push(await secondsToServe(dataDir))
      database.push(await secondsOfPostgres(dataDir))
      bare.push(await secondsOfNode())
    }
    console.log(`start, median of ${turns}; a bare node takes ${medianOf(bare).toFixed(2)} s`)
    console.log(`  first, with the demo world  ${first.toFixed(1)} s`)
    judge('again', medianOf(again), targets.portal)
    judge('its PostgreSQL alone', medianOf(database), targets.database)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function judge(what: string, seconds: number, target: number): void {
  if (seconds > target) process.exitCode = 1
  const missed = seconds > target ? '  MISSED' : ''
  console.log(`  ${what.padEnd(26)}  ${seconds.toFixed(2)} s (target ≤ ${target})${missed}`)
}

async function secondsToServe(dataDir: string): Promise<number> {
  const began = performance.now()
  const runner = fileURLToPath(new URL('../tools/run.mjs', import.meta.url))
  const child = spawn(process.execPath, [runner, 'start'], {
    env: { ...process.env, ...noRealStores, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const served = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('http://localhost:')) resolve()
    })
  })
  await Promise.race([served, ended.then(([code]) => Promise.reject(new Error(`the start ended with ${code}`)))])
  const seconds = secondsSince(began)
  child.kill('SIGTERM')
  await ended
  return seconds
}

async function secondsOfPostgres(dataDir: string): Promise<number> {
  const began = performance.now()
  const server = await startEmbeddedPostgres({ dataDir })
  const seconds = secondsSince(began)
  await server.stop()
  return seconds
}

async function secondsOfNode(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return secondsSince(began)
}

const secondsSince = (began: number) => (performance.now() - began) / 1000
