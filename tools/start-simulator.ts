import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

export interface StartedSimulator {
  child: ChildProcess
  url: string
  env: Record<string, string>
}

/**
 * Starts a simulator that ends with this process, even after a kill. @param name of `tools/<name>.ts` @param port 0 for
 * any
 */
export function startSimulator(name: 'payment-simulator' | 'message-simulator', port = 0): Promise<StartedSimulator> {
  const script = new URL(`${name}.ts`, import.meta.url).pathname
  const leash = new URL('end-with-starter.ts', import.meta.url).href
  const folder = resolve(process.env.DATA_DIR || 'data', name)
  const child = spawn(process.execPath, ['--import', leash, script, folder, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise((started, failed) => {
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => {
      const { url, env } = JSON.parse(line.toString())
      started({ child, url, env })
    })
  })
}
