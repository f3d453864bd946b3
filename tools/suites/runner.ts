import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export function runTestRunner(words: string[], env: NodeJS.ProcessEnv, cwd = '.'): Promise<boolean> {
  const child = spawn(process.execPath, words, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Output has colours only in a terminal.
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...env },
  })
  return new Promise((resolve) => {
    const end = (ok: boolean, why = '') => {
      if (why) console.error(`\n${words.join(' ')}: ${why}`)
      resolve(ok)
    }
    child.once('error', (error) => end(false, error.message))
    child.once('exit', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : ''))
  })
}

/** Returns the content of a report file, or null when it was not written. */
export async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
