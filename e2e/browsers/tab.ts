import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'

/** One tab of a browser, as far as every browser can be told what to do. */
export interface Tab {
  goto(url: string): Promise<void>
  /** The value of an expression in the page, by way of JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Presses and lets go of a key: a character, or one of `keys`. */
  press(key: string): Promise<void>
  /** Clicks where that is in the window, CSS pixels. */
  click(at: { x: number; y: number }): Promise<void>
  /** PNG */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** The keys that are no characters, as WebDriver and BiDi name them. */
export const keys = { Tab: '\uE004', Enter: '\uE006', ' ': ' ' } as const

export const viewport = { width: 1366, height: 768 }

/** WebDriver's and BiDi's words for a key. */
export const keyActions = (key: string) => {
  const value = key in keys ? keys[key as keyof typeof keys] : key
  const steps = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  return [{ type: 'key', id: 'keyboard', actions: steps }]
}

/** WebDriver's and BiDi's words for a click. */
export const clickActions = ({ x, y }: { x: number; y: number }) => {
  const steps = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }]
}

/** The first of these programs that is there. @throws Error that says how to get it */
export function requireProgram(name: string, places: string[], install: string): string {
  const found = places.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  if (!found) throw new Error(`${name} is not installed: ${install}`)
  return found
}

/** Starts a program and waits for a line of it. @returns what the pattern found, and how to end it */
export async function startProgram(
  words: [program: string, ...args: string[]],
  { says, env = {} }: { says: RegExp; env?: NodeJS.ProcessEnv },
): Promise<{ found: string; end(): Promise<void> }> {
  const [program, ...args] = words
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const end = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let text = ''
  const found = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString()
      const [, value] = says.exec(text) ?? []
      if (value !== undefined) resolve(value)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} ended before it was ready:\n${text}`)))
  })
  return { found: await found, end }
}
