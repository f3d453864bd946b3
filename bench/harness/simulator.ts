import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from './portal.ts'

export interface BenchPaymentChannel {
  env: Record<string, string>
  /** Sends a command to the channel simulator (tools/payment/control.ts). */
  control<Answer>(name: string, input: object): Promise<Answer>
  close(): Promise<void>
}

/** Starts the simulated payment channels in a separate process, as a real channel is. */
export async function startPaymentChannel(): Promise<BenchPaymentChannel> {
  const folder = await mkdtemp(join(tmpdir(), 'ce-bench-channel-'))
  const script = new URL('../../tools/payment-simulator.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { url, env } = await firstLine(child)
  return {
    env,
    control: async <Answer>(name: string, input: object) => {
      const request = { method: 'POST', body: JSON.stringify(input) }
      return asAnswer<Answer>(await (await fetch(`${url}/control/${name}`, request)).json())
    },
    close: async () => {
      await stopProcess(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The simulator is our own code, so the declared response type can be trusted. */
function asAnswer<Answer>(json: unknown): Answer {
  return json as Answer
}

function firstLine(child: ChildProcess): Promise<{ url: string; env: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
  })
}
