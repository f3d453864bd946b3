import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** A sign for each test that ended: none for so long, and it stands still. The longest test takes a third of it. */
const silenceMinutes = 8

/** A test runner of node_modules with its own words on the screen. @returns whether it ended well */
export function runRunner(
  words: string[],
  env: NodeJS.ProcessEnv,
  cwd = '.',
  silenceMs = silenceMinutes * 60_000,
): Promise<boolean> {
  const child = spawn(process.execPath, words, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // colours are for a person who looks on
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      ...env,
    },
  })
  let heard = performance.now()
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      heard = performance.now()
      to.write(chunk)
    })
  const watch = setInterval(() => {
    if (performance.now() - heard < silenceMs) return
    console.error(`\n${words.join(' ')}: silent for ${silenceMs / 60_000} minutes, ended`)
    child.kill('SIGKILL')
  }, silenceMs / 60)
  return new Promise((resolve) => {
    const end = (ok: boolean, why = '') => {
      clearInterval(watch)
      if (why) console.error(`\n${words.join(' ')}: ${why}`)
      resolve(ok)
    }
    child.once('error', (error) => end(false, error.message))
    child.once('exit', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : ''))
  })
}

/** What a runner wrote down; null when it did not get that far. */
export async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
