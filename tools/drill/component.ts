import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../server/src/platform/embedded-postgres/transport.ts'

interface ProgramOfComponent {
  name: string
  program: string
  words: string[]
  /** Output goes to `<name>.log` in this folder. */
  folder: string
  env?: NodeJS.ProcessEnv
  /** The user, when the program does not run as root. */
  identity?: UnixUser
  /** A file whose first line is the id of a process that leaves the process tree: PostgreSQL below Patroni. */
  pidFile?: string
  /** Resolves when the component does its work. */
  ready(): Promise<unknown>
}

export interface UnixUser {
  uid: number
  gid: number
}

/** A program that the drill starts, kills, freezes and starts again. */
export class Component {
  readonly #what: ProgramOfComponent
  #child: ChildProcess | null = null
  #isWanted = false

  constructor(what: ProgramOfComponent) {
    this.#what = what
  }

  get name(): string {
    return this.#what.name
  }

  async start(change: { words?: string[] } = {}): Promise<void> {
    const { name, program, words, folder, env, identity, ready } = { ...this.#what, ...change }
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, words, {
      ...identity,
      cwd: folder,
      // Debian keeps servers in sbin, which is not in everybody's PATH.
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child = child
    await once(child, 'spawn')
    await until(`${name} is ready`, async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Ended(this.#endedText())
      await ready()
      return true
    })
    this.#isWanted = true
    child.once('exit', () => {
      if (!this.#isWanted) return
      console.log(this.#endedText())
      void this.#startAgain(change)
    })
  }

  async #startAgain(change: { words?: string[] }): Promise<void> {
    while (this.#isWanted) {
      await delay(1000)
      if (!this.#isWanted) return
      const hasStarted = await this.start(change).then(
        () => true,
        () => false,
      )
      if (hasStarted) return
    }
  }

  /** Like the loss of a host: nothing of the component runs on. */
  async kill(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (!child) return
    // All processes are stopped first, so that none starts or tells another while they are killed.
    const all = this.#signalAll('SIGSTOP')
    for (const pid of all) signal(pid, 'SIGKILL')
    await until(`${this.name} is gone`, async () => !all.some(isAlive))
    this.#child = null
  }

  /** Like a host that hangs: its connections stay open and nothing answers. */
  freeze(): void {
    this.#signalAll('SIGSTOP')
  }

  thaw(): void {
    this.#signalAll('SIGCONT')
  }

  /** Ends as a supervisor ends it. */
  async stop(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    this.#child = null
  }

  #signalAll(name: NodeJS.Signals): number[] {
    const roots = [this.#child?.pid, this.#pidOfFile()].filter((pid) => pid !== undefined)
    const all = withDescendants(roots)
    for (const pid of all) signal(pid, name)
    return all
  }

  #pidOfFile(): number | undefined {
    const { pidFile } = this.#what
    if (!pidFile || !existsSync(pidFile)) return undefined
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  }

  #endedText(): string {
    const { name, folder } = this.#what
    const log = readFileSync(join(folder, `${name}.log`), 'utf8')
    return `${name} ended by itself:\n${log.split('\n').slice(-15).join('\n')}`
  }
}

class Ended extends Error {}

function withDescendants(roots: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = parentOf(name)
    if (parent) parents.set(Number(name), parent)
  }
  const found = new Set(roots)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : Number(parent)
  } catch {
    return null
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

function isAlive(pid: number): boolean {
  return parentOf(String(pid)) !== null
}

/** Repeats a check until it holds. @throws Error when it does not. */
export async function until(what: string, check: () => Promise<boolean>, seconds = 300): Promise<void> {
  const end = performance.now() + seconds * 1000
  let last: unknown
  while (performance.now() < end) {
    try {
      if (await check()) return
    } catch (error) {
      if (error instanceof Ended) throw error
      last = error
    }
    await delay(200)
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`, { cause: last })
}

export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
  return Object.fromEntries(ports) as Record<Name, number>
}

/** @returns what the address answers @throws Error unless it answers with 200 */
export async function answersAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return text
}
