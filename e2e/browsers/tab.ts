import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'

/** The operations that all tested browsers support. */
export interface Tab {
  goto(url: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  /** Presses a key with a character, or one of the special `keys`. */
  press(key: string): Promise<void>
  /** Clicks at a point of the window, in CSS pixels. */
  click(at: { x: number; y: number }): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** WebDriver and BiDi use these codes for special keys. */
export const keys = { Tab: '\uE004', Enter: '\uE006', ' ': ' ' } as const

export const viewport = { width: 1366, height: 768 }

export const keyActions = (key: string) => {
  const value = key in keys ? keys[key as keyof typeof keys] : key
  const steps = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  return [{ type: 'key', id: 'keyboard', actions: steps }]
}

export const clickActions = ({ x, y }: { x: number; y: number }) => {
  const steps = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }]
}

/** @throws Error with install instructions */
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

/** Waits until the program prints a matching line. @returns the match and a function that stops the program */
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
