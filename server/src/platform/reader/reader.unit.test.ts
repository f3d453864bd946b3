import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bufferContent } from '../files/content.ts'
import { maxWaiting } from './limits.ts'
import { readApart, readOnce } from './read-apart.ts'
import { readerStatistics } from './statistics.ts'
import type { TaskName } from './task.ts'

const dir = await mkdtemp(join(tmpdir(), 'reader-'))
afterAll(() => rm(dir, { recursive: true }))

/** What each kind of bad script does: as a parser would with a file made for it. */
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
let task: TaskName<string, unknown>

beforeAll(async () => {
  const path = join(dir, 'task.mjs')
  await writeFile(path, script)
  task = { script: pathToFileURL(path), lane: 'quick', tooSlow: '太慢', tooComplex: '太复杂' }
})

const read = (input: string, owner = 'somebody') => readOnce(task, input, { owner })

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a process that reads a file', () => {
  it.each(['objects', 'buffers', 'oneBuffer', 'crash', 'throws', 'longAnswer', 'manyAnswers'])(
    'ends with a sentence when its parser is made to fail: %s',
    async (input) => {
      const before = process.memoryUsage.rss()
      await expect(read(input)).rejects.toThrow('太复杂')
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
    },
  )

  it('is killed above its memory, wherever the memory is', () => {
    const { killed, peakMemoryBytes } = readerStatistics()
    expect(killed.memory).toBeGreaterThanOrEqual(2)
    expect(peakMemoryBytes).toBeLessThan(1100 * 1024 * 1024)
  })

  it('sees the parts of the file that it asks for, and nothing of the environment', async () => {
    const source = bufferContent(Buffer.from('abcdefgh'))
    expect(await readOnce(task, 'bytes', { owner: 'somebody', source })).toEqual(['cde', 'h'])
    expect(await read('environment')).not.toContain('PATH')
  })

  it('reads the next file of the same person, never one of another', async () => {
    const first = await read('pid', 'a')
    expect(await read('pid', 'a')).toBe(first)
    expect(await read('pid', 'b')).not.toBe(first)
  })

  it('ends when its caller is gone, and never starts for one that was gone before', async () => {
    const caller = new AbortController()
    const told = readApart(task, 'waits', { owner: 'gone', gone: caller.signal })
    const pid = Number((await told.next()).value)
    expect(runs(pid)).toBe(true)
    const waits = told.next()
    caller.abort()
    await expect(waits).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => runs(pid)).toBe(false)
    const before = readerStatistics().read
    await expect(
      readOnce(task, 'pid', { owner: 'gone', gone: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' })
    expect(readerStatistics().read).toBe(before)
  })
})

describe('the line before it', () => {
  it('takes people in turn, however many files some of them have sent', async () => {
    const callers = ['a', 'b'].map((owner) => {
      const caller = new AbortController()
      return { owner, caller, held: readApart(task, 'waits', { owner, gone: caller.signal }) }
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

  it('lets the file of one person pass the many of another, and refuses too many of one', async () => {
    const caller = new AbortController()
    const held = readApart(task, 'waits', { owner: 'many', gone: caller.signal })
    await held.next()
    const gone = new AbortController()
    const waiting = Array.from({ length: maxWaiting.ofOne }, () =>
      readOnce(task, 'pid', { owner: 'many', gone: gone.signal }),
    )
    const ended = Promise.allSettled(waiting)
    expect(readerStatistics().waiting.quick).toBe(maxWaiting.ofOne)
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
