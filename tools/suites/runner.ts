import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** A test runner of node_modules with its own words on the screen. @returns whether it ended well */
export function runRunner(words: string[], env: NodeJS.ProcessEnv, cwd = '.'): Promise<boolean> {
  const child = spawn(process.execPath, words, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // colours are for a person who looks on
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

/** What a runner wrote down; null when it did not get that far. */
export async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
