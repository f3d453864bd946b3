import { Refusal } from '../errors.ts'
import { bufferContent, type Content } from '../files/content.ts'
import { UnreadableFile } from '../sheets/unreadable.ts'
import { takeTurn } from './queue.ts'
import { ReaderKilled, ReaderProcess } from './reader-process.ts'
import { counts } from './statistics.ts'
import type { TaskName } from './task.ts'

interface Reading {
  /** whose file it is: each person's files are read one after the other */
  owner: string
  /** the file, unless the input says all */
  source?: Content
  /** nobody waits for it any more, and the process ends */
  gone?: AbortSignal | undefined
}

const idleMs = 30_000
const maxIdle = 2
/** processes that wait for the next file of the person they read for, the one that waits longest first */
const idle = new Map<ReaderProcess, NodeJS.Timeout>()
const nothing = bufferContent(Buffer.alloc(0))

/**
 * Reads a file in a process of its own, within limits of memory and time: a file can be made to take a parser minutes or all its
 * memory, and nobody else must wait even for an honest one. A process reads for one person only.
 * @throws UnreadableFile with a sentence for the person, the script's own Refusal, Refusal common.busy, the reason of `gone`
 */
export async function* readApart<Input, Found>(
  task: TaskName<Input, Found>,
  input: Input,
  { owner, source = nothing, gone }: Reading,
): AsyncGenerator<Found> {
  const endTurn = await takeTurn(owner, task.lane, gone)
  try {
    const reader = takeIdle(owner) ?? new ReaderProcess(owner)
    reader.hold(true)
    try {
      for await (const told of reader.read({ script: task.script, input, source }, gone)) {
        // the script's types are those of its name
        if (told.kind === 'value') yield told.value as Found
        else if (told.kind !== 'end') counts.unreadable += 1
        if (told.kind === 'problem') throw new UnreadableFile(told.problem)
        if (told.kind === 'refusal') throw new Refusal(told.key as Refusal['key'], told.detail)
        if (told.kind === 'broken') throw new UnreadableFile(task.tooComplex)
      }
      counts.read += 1
    } finally {
      reader.hold(false)
      keepIdle(reader)
    }
  } catch (error) {
    if (!(error instanceof ReaderKilled)) throw error
    throw new UnreadableFile(error.reason === 'time' ? task.tooSlow : task.tooComplex)
  } finally {
    endTurn()
  }
}

/** The same for a script that finds one thing. */
export async function readOnce<Input, Found>(
  task: TaskName<Input, Found>,
  input: Input,
  reading: Reading,
): Promise<Found> {
  let last: { found: Found } | undefined
  for await (const found of readApart(task, input, reading)) last = { found }
  if (!last) throw new UnreadableFile(task.tooComplex)
  return last.found
}

function takeIdle(owner: string): ReaderProcess | undefined {
  for (const [reader, timer] of idle) {
    if (reader.owner !== owner) continue
    clearTimeout(timer)
    idle.delete(reader)
    if (reader.isReusable) return reader
    reader.end('gone')
  }
  return undefined
}

function keepIdle(reader: ReaderProcess): void {
  if (!reader.isReusable) {
    reader.end('gone')
    return
  }
  const timer = setTimeout(() => endIdle(reader), idleMs)
  timer.unref()
  idle.set(reader, timer)
  const [oldest] = idle.keys()
  if (idle.size > maxIdle && oldest) endIdle(oldest)
}

function endIdle(reader: ReaderProcess): void {
  clearTimeout(idle.get(reader))
  idle.delete(reader)
  reader.end('gone')
}
