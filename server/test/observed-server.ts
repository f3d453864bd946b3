import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { startTestServer } from './global-setup.ts'
import { world } from './world.ts'

type Line = Record<string, unknown>

export interface ObservedServer {
  origin: string
  scrape(): Promise<string>
  askMetrics(path: string, init?: RequestInit): Promise<Response>
  printed(): string
  /** Returns the log line of a request, once it is written. */
  lineOf(response: Response): Promise<Line>
  /** Log lines that a request caused, without the log line of the request itself. */
  faultsOf(response: Response): Line[]
  stop(): Promise<void>
}

export async function startObservedServer(databaseUrl: string, extra: NodeJS.ProcessEnv = {}): Promise<ObservedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ce-observed-'))
  const port = await freePort()
  // Use the keys of the other test servers, because the database refuses a process that has different keys.
  const keys = { KEYS_DIR: join(world().dataDir, 'keys') }
  const env = { METRICS_PORT: String(port), LOG_LEVEL: 'info', ...keys, ...extra }
  const { child, origin } = await startTestServer(databaseUrl, dataDir, env)
  // A new process on a busy machine refuses calls for a moment (load-limit.ts).
  const takesCalls = async () => expect((await fetch(`${origin}/api/docs`)).status).toBe(200)
  await vi.waitFor(takesCalls, { timeout: 60_000, interval: 200 })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const linesOf = (response: Response) => {
    const id = response.headers.get('x-request-id')
    return text
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Line => JSON.parse(line))
      .filter(({ requestId }) => requestId === id)
  }
  const requestLine = (response: Response) => linesOf(response).find((line) => 'call' in line)
  const askMetrics = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return {
    origin,
    askMetrics,
    scrape: async () => (await askMetrics('/metrics')).text(),
    printed: () => text,
    lineOf: async (response) => {
      await expect.poll(() => requestLine(response)).toBeTruthy()
      return requestLine(response) ?? {}
    },
    faultsOf: (response) => linesOf(response).filter((line) => !('call' in line)),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The port is released at once, and most likely the caller gets it again. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

export function readMetricValue(scrape: string, series: string): number {
  const line = scrape.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}
