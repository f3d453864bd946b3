import { type ChildProcess, spawn } from 'node:child_process'

export interface StartedSimulator {
  child: ChildProcess
  url: string
  /** for the portal that pays there */
  env: Record<string, string>
}

/** The simulator as a process of its own; resolves when it serves. */
export function startSimulator(folder: string, port: number): Promise<StartedSimulator> {
  const script = new URL('../wechat-simulator.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => {
      const { url, env } = JSON.parse(line.toString())
      resolve({ child, url, env })
    })
  })
}
