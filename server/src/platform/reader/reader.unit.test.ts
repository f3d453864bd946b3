import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOfBuffer } from '../files/content.ts'
import { readInProcess, readResultInProcess } from './read-apart.ts'
import { maxWaitingFiles, readerStatistics } from './statistics.ts'
import type { ReadTaskName } from './task.ts'

const dir = await mkdtemp(join(tmpdir(), 'reader-'))
afterAll(() => rm(dir, { recursive: true }))

/** Scripts that misbehave like a parser with a hostile file. */
const script = `
const kept = []
const does = {
  objects: () => { for (;;) kept.push(new Array(100_000).fill(kept.length)) },
  buffers: () => { for (;;) kept.push(Buffer.alloc(30_000_000, 1)) },
  oneBuffer: () => Buffer.alloc(3_000_000_000, 1),
  crash: () => process.abort(),
  throws: () => { throw new Error('about the file') },
  longAnswer: ({ emit }) => emit('x'.repeat(40_000_000)),
  manyAnswers: async ({ emit }) => { for (;;) await emit('x'.repeat(5_000_000)) },
  waits: async ({ emit }) => { await emit(process.pid); await new Promise(() => {}) },
  pid: ({ emit }) => emit(process.pid),
  environment: ({ emit }) => emit(Object.keys(process.env)),
  bytes: async ({ source, emit }) => {
    const some = await Promise.all([source.read(2, 3), source.read(source.size - 1, 9)])
    await emit(some.map(String))
  },
}
export const task = (input, about) => does[input](about)
`
let task: ReadTaskName<string, unknown>

beforeAll(async () => {
  const path = join(dir, 'task.mjs')
  await writeFile(path, script)
  task = { script: pathToFileURL(path), lane: 'quick', tooSlow: '太慢', tooComplex: '太复杂' }
})

const read = (input: string, owner = 'somebody') => readResultInProcess(task, input, { owner })

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('file reader processes', () => {
  it.each(['objects', 'buffers', 'oneBuffer', 'crash', 'throws', 'longAnswer', 'manyAnswers'])(
    'a parser that fails ends with a sentence for the user: %s',
    async (input) => {
      const before = process.memoryUsage.rss()
      await expect(read(input)).rejects.toThrow('太复杂')
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
    },
  )

  it('a reader process is killed above its memory limit, whatever kind of memory it uses', () => {
    const { killed, peakMemoryBytes } = readerStatistics()
    expect(killed.memory).toBeGreaterThanOrEqual(2)
    expect(peakMemoryBytes).toBeLessThan(1100 * 1024 * 1024)
  })

  it('a reader process gets only the requested parts of the file and no environment', async () => {
    const source = contentOfBuffer(Buffer.from('abcdefgh'))
    expect(await readResultInProcess(task, 'bytes', { owner: 'somebody', source })).toEqual(['cde', 'h'])
    expect(await read('environment')).not.toContain('PATH')
  })

  it('a reader process reads the next file of the same person but never of another', async () => {
    const first = await read('pid', 'a')
    expect(await read('pid', 'a')).toBe(first)
    expect(await read('pid', 'b')).not.toBe(first)
  })

  it('a reader process ends when its caller disconnects and never starts for one that has disconnected', async () => {
    const caller = new AbortController()
    const told = readInProcess(task, 'waits', { owner: 'gone', gone: caller.signal })
    const pid = Number((await told.next()).value)
    expect(runs(pid)).toBe(true)
    const waits = told.next()
    caller.abort()
    await expect(waits).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => runs(pid)).toBe(false)
    const before = readerStatistics().read
    await expect(readResultInProcess(task, 'pid', { owner: 'gone', gone: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(readerStatistics().read).toBe(before)
  })
})

describe('queue of the file readers', () => {
  it('the reader queue serves people in turn, however many files each has sent', async () => {
    const callers = ['a', 'b'].map((owner) => {
      const caller = new AbortController()
      return { owner, caller, held: readInProcess(task, 'waits', { owner, gone: caller.signal }) }
    })
    for (const { held } of callers) await held.next()
    const order: string[] = []
    const send = (owner: string) => read('pid', owner).then(() => order.push(owner))
    const sent = ['a', 'a', 'b', 'b', 'c'].map(send)
    callers[0]?.caller.abort()
    await expect(callers[0]?.held.next()).rejects.toMatchObject({ name: 'AbortError' })
    await sent[4]
    expect(order).toEqual(['c'])
    callers[1]?.caller.abort()
    await expect(callers[1]?.held.next()).rejects.toMatchObject({ name: 'AbortError' })
    await Promise.all(sent)
  })

  it('the file of one person does not wait for many files of another, whose files above the limit are refused', async () => {
    const caller = new AbortController()
    const held = readInProcess(task, 'waits', { owner: 'many', gone: caller.signal })
    await held.next()
    const gone = new AbortController()
    const waiting = Array.from({ length: maxWaitingFiles.ofOne }, () =>
      readResultInProcess(task, 'pid', { owner: 'many', gone: gone.signal }),
    )
    const ended = Promise.allSettled(waiting)
    expect(readerStatistics().waiting.quick).toBe(maxWaitingFiles.ofOne)
    await expect(read('pid', 'many')).rejects.toMatchObject({ key: 'common.busy' })
    expect(await read('pid', 'one')).toBeGreaterThan(0)
    gone.abort()
    await ended
    caller.abort()
    await expect(held.next()).rejects.toMatchObject({ name: 'AbortError' })
    expect(readerStatistics()).toMatchObject({ running: { quick: 0 }, waiting: { quick: 0 } })
    expect(await read('pid', 'many')).toBeGreaterThan(0)
  })
})
