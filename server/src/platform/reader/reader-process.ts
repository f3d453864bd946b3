import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ByteContent } from '../files/content.ts'
import type { MessageFromReader, MessageToReader } from './frames.ts'
import { FrameTooLarge, readFrames, writeFrame } from './frames.ts'
import { type KillReason, readerCounts, readerLimits, readProcessUsage } from './statistics.ts'

export class ReaderKilled extends Error {
  readonly reason: KillReason
  constructor(reason: KillReason) {
    super(reason)
    this.reason = reason
  }
}

export interface ReaderJob {
  script: URL
  input: unknown
  source: ByteContent
}

const lookEveryMs = 50
const pieceBytes = 4 * 1024 * 1024
/** A reader process is replaced after this many files or this much memory or processor time. */
const lifetime = { jobs: 100, memoryBytes: 256 * 1024 * 1024, cpuSeconds: 60 }

/** The server checks memory and processor time every 50 ms and kills the process above the limits. */
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
      readerCounts.processes -= 1
      this.#ended ??= 'crash'
    })
    readerCounts.processes += 1
    this.#stream = this.#child.stdio[3] as Duplex
    for (const one of [this.#child, this.#stream]) one.on('error', () => {})
    this.#frames = readFrames(this.#stream)
  }

  get isReusable(): boolean {
    const used = this.#ended === null && this.#usage()
    return (
      used !== false &&
      this.#jobs < lifetime.jobs &&
      (used?.memoryBytes ?? 0) < lifetime.memoryBytes &&
      (used?.cpuSeconds ?? 0) < lifetime.cpuSeconds
    )
  }

  /** @throws ReaderKilled, or the reason of `gone`. */
  async *read({ script, input, source }: ReaderJob, gone?: AbortSignal): AsyncGenerator<MessageFromReader> {
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
      if (error instanceof ReaderKilled) readerCounts.killed[error.reason] += 1
      throw error
    } finally {
      watch.stop()
      gone?.removeEventListener('abort', leave)
      if (!isDone) this.end('gone')
    }
  }

  end(reason: KillReason): void {
    this.#ended ??= reason
    this.#child.kill('SIGKILL')
  }

  hold(isHeld: boolean): void {
    const held = [this.#child, this.#stream] as { ref(): void; unref(): void }[]
    for (const one of held) isHeld ? one.ref() : one.unref()
  }

  async #tell(message: MessageToReader): Promise<void> {
    await writeFrame(this.#stream, message)
  }

  async #next(): Promise<{ message: MessageFromReader; bytes: number }> {
    const next = await this.#frames.next().catch((error: unknown) => {
      if (error instanceof FrameTooLarge) this.end('answer')
      return { done: true as const, value: undefined }
    })
    if (!next.done) return { message: next.value.message as MessageFromReader, bytes: next.value.bytes }
    this.end('crash')
    await this.#exited
    // These signals mean that V8 or the system's allocator reached the memory limit.
    const isOutOfMemory = ['SIGABRT', 'SIGTRAP', 'SIGILL'].includes(this.#child.signalCode ?? '')
    throw new ReaderKilled(this.#ended === 'crash' && isOutOfMemory ? 'memory' : (this.#ended ?? 'crash'))
  }

  /** The time limit counts only while a response is awaited. */
  #watch() {
    const before = this.#usage()?.cpuSeconds ?? 0
    let waited = 0
    let since: number | null = null
    const look = () => {
      const used = this.#usage()
      const now = since === null ? 0 : performance.now() - since
      if ((used?.memoryBytes ?? 0) > readerLimits.memoryBytes) this.end('memory')
      const cpu = (used?.cpuSeconds ?? 0) - before
      if (cpu > readerLimits.cpuSeconds || waited + now > readerLimits.wallSeconds * 1000) this.end('time')
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
    const used = this.#child.pid === undefined ? null : readProcessUsage(this.#child.pid)
    readerCounts.peakMemoryBytes = Math.max(readerCounts.peakMemoryBytes, used?.memoryBytes ?? 0)
    return used
  }
}

const script = fileURLToPath(new URL('./reading.ts', import.meta.url))

/** A parser needs no secrets, so it gets no environment. Its output is dropped, because it may quote the file. */
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

/** Readers have their own compile cache, so that no server runs code that a reader wrote. */
function compiledCode(): NodeJS.ProcessEnv {
  const place = getCompileCacheDir()
  return place ? { NODE_COMPILE_CACHE: join(dirname(place), 'readers') } : {}
}

function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

async function pieceOf(
  source: ByteContent,
  { start, length }: { start: number; length: number },
): Promise<MessageToReader> {
  return { kind: 'bytes', bytes: await source.read(start, Math.min(length, pieceBytes)) }
}
