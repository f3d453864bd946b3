import { Refusal, refuse } from '../errors.ts'
import { type ByteContent, contentOfBuffer } from '../files/content.ts'
import { UnreadableFile } from '../sheets/unreadable.ts'
import { ReaderKilled, ReaderProcess } from './reader-process.ts'
import { maxWaitingFiles, type ReaderLane, readerCounts, readerLanes } from './statistics.ts'
import type { ReadTaskName } from './task.ts'

const reading = new Set<string>()

let line: Waiting[] = []

const lastBegun = new Map<string, number>()

let begun = 0

const keyOf = (owner: string, lane: ReaderLane) => `${lane} ${owner}`

interface Reading {
  /** Files of one person are read one after the other. */
  owner: string
  source?: ByteContent
  gone?: AbortSignal | undefined
}

const idleMs = 30_000

const maxIdle = 2

const idle = new Map<ReaderProcess, NodeJS.Timeout>()

const nothing = contentOfBuffer(Buffer.alloc(0))

/**
 * Runs a task in a process of its own, because a hostile file can block a parser. @throws UnreadableFile with a
 * sentence for the person, the script's own Refusal, Refusal common.busy, the reason of `gone`.
 */
export async function* readInProcess<Input, Found>(
  task: ReadTaskName<Input, Found>,
  input: Input,
  { owner, source = nothing, gone }: Reading,
): AsyncGenerator<Found> {
  const endTurn = await waitForReaderTurn(owner, task.lane, gone)
  try {
    const reader = takeIdle(owner) ?? new ReaderProcess(owner)
    reader.hold(true)
    try {
      for await (const told of reader.read({ script: task.script, input, source }, gone)) {
        if (told.kind === 'value') yield told.value as Found
        else if (told.kind !== 'end') readerCounts.unreadable += 1
        if (told.kind === 'problem') throw new UnreadableFile(told.problem)
        if (told.kind === 'refusal') throw new Refusal(told.key as Refusal['key'], told.detail)
        if (told.kind === 'broken') throw new UnreadableFile(task.tooComplex)
      }
      readerCounts.read += 1
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

export async function readResultInProcess<Input, Found>(
  task: ReadTaskName<Input, Found>,
  input: Input,
  reading: Reading,
): Promise<Found> {
  let last: { found: Found } | undefined
  for await (const found of readInProcess(task, input, reading)) last = { found }
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

interface Waiting {
  owner: string
  lane: ReaderLane
  start: () => void
}

/**
 * People with many files delay only themselves. @returns a function that ends the turn @throws Refusal common.busy when
 * too many wait; the reason of `gone` when the person left.
 */
async function waitForReaderTurn(owner: string, lane: ReaderLane, gone?: AbortSignal): Promise<() => void> {
  gone?.throwIfAborted()
  if (!mayStart(owner, lane)) await waitInLine(owner, lane, gone)
  else begin(owner, lane)
  return () => {
    reading.delete(keyOf(owner, lane))
    readerCounts.running[lane] -= 1
    startNext(lane)
  }
}

function mayStart(owner: string, lane: ReaderLane): boolean {
  return readerCounts.running[lane] < readerLanes[lane] && !reading.has(keyOf(owner, lane))
}

function begin(owner: string, lane: ReaderLane): void {
  reading.add(keyOf(owner, lane))
  readerCounts.running[lane] += 1
  begun += 1
  lastBegun.set(owner, begun)
}

function waitInLine(owner: string, lane: ReaderLane, gone?: AbortSignal): Promise<void> {
  const own = line.filter((one) => one.owner === owner).length
  if (line.length >= maxWaitingFiles.all || own >= maxWaitingFiles.ofOne) {
    readerCounts.refused += 1
    refuse('common.busy')
  }
  return new Promise((resolve, reject) => {
    const leave = () => {
      line = line.filter((other) => other !== one)
      readerCounts.waiting[lane] -= 1
      gone?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      leave()
      reject(gone?.reason)
    }
    const start = () => {
      leave()
      begin(owner, lane)
      resolve()
    }
    const one = { owner, lane, start }
    line.push(one)
    readerCounts.waiting[lane] += 1
    gone?.addEventListener('abort', giveUp)
  })
}

/** The person who was served longest ago comes next. */
function startNext(lane: ReaderLane): void {
  const owners = new Set(line.map(({ owner }) => owner))
  for (const owner of lastBegun.keys()) if (!owners.has(owner)) lastBegun.delete(owner)
  const turnOf = ({ owner }: Waiting) => lastBegun.get(owner) ?? 0
  const ready = line.filter((one) => one.lane === lane && mayStart(one.owner, lane))
  ready.toSorted((one, other) => turnOf(one) - turnOf(other))[0]?.start()
}
