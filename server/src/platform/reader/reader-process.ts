import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Content } from '../files/content.ts'
import { FrameTooLarge, readFrames, writeFrame } from './frames.ts'
import { readerLimits } from './limits.ts'
import type { ToReader, ToServer } from './messages.ts'
import { counts, type KillReason } from './statistics.ts'
import { usageOf } from './usage.ts'

/** A reading process that was ended before it had an answer. */
export class ReaderKilled extends Error {
  readonly reason: KillReason
  constructor(reason: KillReason) {
    super(reason)
    this.reason = reason
  }
}

export interface Job {
  script: URL
  input: unknown
  source: Content
}

const lookEveryMs = 50
/** bytes of one answer to a process that reads its file */
const pieceBytes = 4 * 1024 * 1024
/** after so many files, or with so much memory or processor time used, a process is replaced by a new one */
const lifetime = { jobs: 100, memoryBytes: 256 * 1024 * 1024, cpuSeconds: 60 }

/**
 * A process that reads files of one person. The system limits what it may map and, as the last resort, its processor time; this side
 * looks at its memory and processor time every 50 ms and kills it above the limits of one file.
 */
export class ReaderProcess {
  readonly owner: string
  readonly #child: ChildProcess
  readonly #stream: Duplex
  readonly #frames: ReturnType<typeof readFrames>
  readonly #exited: Promise<unknown>
  #jobs = 0
  #ended: KillReason | null = null

  constructor(owner: string) {
    this.owner = owner
    this.#child = start()
    giveWay(this.#child)
    this.#exited = once(this.#child, 'exit').catch(() => undefined)
    this.#child.once('exit', () => {
      counts.processes -= 1
      this.#ended ??= 'crash'
    })
    counts.processes += 1
    this.#stream = this.#child.stdio[3] as Duplex
    // a process that was killed may still report that it could not be told something
    for (const one of [this.#child, this.#stream]) one.on('error', () => {})
    this.#frames = readFrames(this.#stream)
  }

  /** Whether another file may be given to it. */
  get isReusable(): boolean {
    const used = this.#ended === null && this.#usage()
    return (
      used !== false &&
      this.#jobs < lifetime.jobs &&
      (used?.memoryBytes ?? 0) < lifetime.memoryBytes &&
      (used?.cpuSeconds ?? 0) < lifetime.cpuSeconds
    )
  }

  /**
   * Reads one file and gives what the process tells, up to the message that ends it.
   * @throws ReaderKilled, the reason of `gone`
   */
  async *read({ script, input, source }: Job, gone?: AbortSignal): AsyncGenerator<ToServer> {
    this.#jobs += 1
    const watch = this.#watch()
    const leave = () => this.end('gone')
    gone?.addEventListener('abort', leave)
    let bytes = 0
    let isDone = false
    try {
      const { size } = source
      await this.#tell({ kind: 'job', script: script.href, input, size })
      while (!isDone) {
        const { message, bytes: length } = await watch.wait(this.#next())
        bytes += length
        if (bytes > readerLimits.answerBytes) this.end('answer')
        if (message.kind === 'read') await this.#tell(await pieceOf(source, message))
        else {
          isDone = message.kind !== 'value'
          yield message
        }
      }
    } catch (error) {
      gone?.throwIfAborted()
      if (error instanceof ReaderKilled) counts.killed[error.reason] += 1
      throw error
    } finally {
      watch.stop()
      gone?.removeEventListener('abort', leave)
      if (!isDone) this.end('gone')
    }
  }

  /** Ends it now; again: nothing. */
  end(reason: KillReason): void {
    this.#ended ??= reason
    this.#child.kill('SIGKILL')
  }

  /** Whether this server process stays alive for it. */
  hold(isHeld: boolean): void {
    const held = [this.#child, this.#stream] as { ref(): void; unref(): void }[]
    for (const one of held) isHeld ? one.ref() : one.unref()
  }

  async #tell(message: ToReader): Promise<void> {
    await writeFrame(this.#stream, message)
  }

  async #next(): Promise<{ message: ToServer; bytes: number }> {
    const next = await this.#frames.next().catch((error: unknown) => {
      if (error instanceof FrameTooLarge) this.end('answer')
      return { done: true as const, value: undefined }
    })
    if (!next.done) return { message: next.value.message as ToServer, bytes: next.value.bytes }
    this.end('crash')
    await this.#exited
    // V8 and the system's allocator abort where the limits of the process end
    const isOutOfMemory = ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(this.#child.signalCode ?? '')
    throw new ReaderKilled(
      this.#ended === 'crash' && isOutOfMemory ? 'memory' : (this.#ended ?? 'crash'),
    )
  }

  /** Looks at what the process uses while an answer is waited for; the time in which the caller works does not count. */
  #watch() {
    const before = this.#usage()?.cpuSeconds ?? 0
    let waited = 0
    let since: number | null = null
    const look = () => {
      const used = this.#usage()
      const now = since === null ? 0 : performance.now() - since
      if ((used?.memoryBytes ?? 0) > readerLimits.memoryBytes) this.end('memory')
      const cpu = (used?.cpuSeconds ?? 0) - before
      if (cpu > readerLimits.cpuSeconds || waited + now > readerLimits.wallSeconds * 1000)
        this.end('time')
    }
    const timer = setInterval(look, lookEveryMs)
    return {
      wait: async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
        since = performance.now()
        try {
          return await answer
        } finally {
          waited += performance.now() - since
          since = null
        }
      },
      stop: () => {
        this.#usage()
        clearInterval(timer)
      },
    }
  }

  #usage() {
    const used = this.#child.pid === undefined ? null : usageOf(this.#child.pid)
    counts.peakMemoryBytes = Math.max(counts.peakMemoryBytes, used?.memoryBytes ?? 0)
    return used
  }
}

const script = fileURLToPath(new URL('./reading.ts', import.meta.url))

/**
 * Without the environment of the server: a parser needs none of its secrets. What a parser prints is about somebody's file, and goes
 * nowhere; nor does an image of its memory.
 */
function start(): ChildProcess {
  const { heapMb, dataBytes } = readerLimits
  const command = [process.execPath, `--max-old-space-size=${heapMb}`, script]
  const options = {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'] as ('ignore' | 'pipe')[],
    env: { ...(process.env.TZ ? { TZ: process.env.TZ } : {}), ...compiledCode() },
  }
  if (process.platform !== 'linux') {
    const [program = '', ...rest] = command
    return spawn(program, rest, options)
  }
  const limits = `ulimit -c 0; ulimit -t ${lifetime.cpuSeconds * 2}; ulimit -d ${dataBytes / 1024}`
  return spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, ...command], options)
}

/**
 * Where readers keep what Node compiled of them: most files are read in less time than that takes. A folder beside the server's, so that
 * no server runs what a reader has written.
 */
function compiledCode(): NodeJS.ProcessEnv {
  const place = getCompileCacheDir()
  return place ? { NODE_COMPILE_CACHE: join(dirname(place), 'readers') } : {}
}

/** Whatever a file costs, the server that answers everybody comes first. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already
  }
}

async function pieceOf(
  source: Content,
  { start, length }: { start: number; length: number },
): Promise<ToReader> {
  return { kind: 'bytes', bytes: await source.read(start, Math.min(length, pieceBytes)) }
}
