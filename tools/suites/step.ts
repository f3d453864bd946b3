import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export interface StepResult {
  name: string
  ok: boolean
  output: string
  seconds: number
}

/** Runs a program from node_modules and keeps its output. */
export async function runStep(name: string, words: string[], env: NodeJS.ProcessEnv = {}): Promise<StepResult> {
  const began = performance.now()
  const { ok, output } = await run(words, env)
  return { name, ok, output, seconds: (performance.now() - began) / 1000 }
}

function run(words: string[], env: NodeJS.ProcessEnv): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  // Give this program a lower priority, because tests that run at the same time depend on timing.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString().trim() }))
  })
}

/** Prints the result of a step; only a failed step prints its whole output. */
export function printStep({ name, ok, output, seconds }: StepResult): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) console.log(output)
}
