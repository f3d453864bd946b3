import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

export interface StartedSimulator {
  child: ChildProcess
  url: string
  /** for the portal that uses it */
  env: Record<string, string>
}

/**
 * A simulator as a process of its own, with a folder of its own in DATA_DIR; resolves when it serves.
 * @param name of `tools/<name>.ts` @param port 0: any
 */
export function startSimulator(
  name: 'payment-simulator' | 'message-simulator',
  port = 0,
): Promise<StartedSimulator> {
  const script = new URL(`${name}.ts`, import.meta.url).pathname
  const folder = resolve(process.env.DATA_DIR || 'data', name)
  const child = spawn(process.execPath, [script, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((started, failed) => {
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => {
      const { url, env } = JSON.parse(line.toString())
      started({ child, url, env })
    })
  })
}
