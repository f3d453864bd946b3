import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../errors.ts'
import { type CommitOutcome, GroupCommit } from './group-commit.ts'

const name = 'test'

const done = (items: string[]): CommitOutcome<string>[] => items.map((item) => ({ result: item }))

describe('group commits', () => {
  afterEach(() => vi.useRealTimers())

  it('a group commit sends simultaneous items in one batch, but the items of one owner in successive batches', async () => {
    const batches: string[][] = []
    const group = new GroupCommit<string, string>(
      async (items) => {
        batches.push(items)
        await delay(2)
        return done(items)
      },
      { name },
    )
    await Promise.all(['a1', 'a2', 'b1', 'b2', 'c1', 'a3'].map((item) => group.submit(item.slice(0, 1), item)))
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']])
  })

  it('keeps the pace over all lanes: sends a single item at once, and many items together after a wait', async () => {
    vi.useFakeTimers()
    const batches: string[][] = []
    const commit = async (items: string[]) => {
      batches.push(items)
      return done(items)
    }
    const group = new GroupCommit<string, string>(commit, { name, lanes: 2, pace: 10 })
    const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    void group.submit('a', 'a1')
    await after(1)
    expect(batches).toEqual([['a1']])
    void group.submit('a', 'a2')
    void group.submit('b', 'b1')
    await after(4)
    void group.submit('c', 'c1')
    await after(4)
    expect(batches).toEqual([['a1']])
    await after(1)
    expect(batches).toEqual([['a1'], ['a2', 'b1', 'c1']])
    await after(4)
    void group.submit('d', 'd1')
    await after(1)
    expect(batches).toHaveLength(3)
  })

  it('sends a batch early when it becomes full while it waits for its pace', async () => {
    vi.useFakeTimers()
    const sizes: number[] = []
    const commit = async (items: string[]) => {
      sizes.push(items.length)
      return done(items)
    }
    const group = new GroupCommit<string, string>(commit, { name, pace: 1000 })
    void group.submit('first', 'first')
    await vi.advanceTimersByTimeAsync(1)
    for (let owner = 0; owner < 149; owner += 1) void group.submit(`${owner}`, `${owner}`)
    await vi.advanceTimersByTimeAsync(1)
    expect(sizes).toEqual([1])
    void group.submit('one more', 'one more')
    await vi.advanceTimersByTimeAsync(1)
    expect(sizes).toEqual([1, 150])
  })

  it('batches overtake batches that wait for locks, up to the number of spare lanes', async () => {
    vi.useFakeTimers()
    const batches: string[] = []
    const releases: (() => void)[] = []
    const commit = async (items: string[]) => {
      batches.push(...items)
      if (items[0]?.startsWith('held')) await new Promise<void>((release) => releases.push(release))
      return done(items)
    }
    const group = new GroupCommit<string, string>(commit, { name, lanes: 2, spare: 1 })
    const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    const answers: string[] = []
    const submit = async (item: string) => {
      void group.submit(item, item).then((answer) => answers.push(answer))
      await after(1)
    }
    await submit('held1')
    await submit('held2')
    await submit('a')
    expect(batches).toEqual(['held1', 'held2'])
    await after(1000)
    expect(answers).toEqual(['a'])
    await submit('held3')
    await submit('b')
    await after(2000)
    expect(batches).toEqual(['held1', 'held2', 'a', 'held3'])
    for (const release of releases) release()
    await after(1)
    expect(answers.toSorted()).toEqual(['a', 'b', 'held1', 'held2', 'held3'])
    releases.length = 0
    for (const item of ['held4', 'held5', 'held6']) await submit(item)
    expect(releases).toHaveLength(2)
  })

  it('a failed item does not fail the other items of its batch', async () => {
    const group = new GroupCommit<string, string>(
      async (items) => {
        await delay(1)
        if (items.includes('bad')) throw new Error('constraint')
        return done(items)
      },
      { name },
    )
    const answers = await Promise.allSettled(['w', 'x', 'bad', 'y'].map((item) => group.submit(item, item)))
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('an item whose write lost to another writer is repeated before the owner’s next item', async () => {
    const seen: string[] = []
    const group = new GroupCommit<string, string>(
      async (items) => {
        seen.push(...items)
        await delay(1)
        return items.map((item) => (seen.filter((one) => one === item).length < 3 ? 'again' : { result: item }))
      },
      { name },
    )
    await Promise.all([group.submit('a', 'a1'), group.submit('a', 'a2')])
    expect(seen).toEqual(['a1', 'a1', 'a1', 'a2', 'a2', 'a2'])
  })

  it('passes on the error of an unavailable database after one try, and refuses as busy when too many items of an owner wait', async () => {
    let asked = 0
    const readOnly = new GroupCommit<string, string>(
      async () => {
        asked += 1
        throw Object.assign(new Error('read-only'), { code: '25006' })
      },
      { name },
    )
    const both = await Promise.allSettled([readOnly.submit('a', 'x'), readOnly.submit('b', 'x')])
    const reason = expect.objectContaining({ code: '25006' })
    expect(both).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
    expect(asked).toBe(1)
    const stuck = new GroupCommit<string, string>(() => new Promise(() => {}), { name })
    for (let index = 0; index < 60; index += 1) void stuck.submit('a', 'x')
    expect(() => stuck.submit('a', 'x')).toThrow(Refusal)
    void stuck.submit('b', 'x')
  })

  it('refuses the items of every owner as busy while too many items wait', async () => {
    const open = Promise.withResolvers<void>()
    const group = new GroupCommit<string, string>(
      async (items) => {
        await open.promise
        return done(items)
      },
      { name },
    )
    const waiting = Array.from({ length: 4000 }, (_, index) => group.submit(`${index}`, 'x'))
    expect(() => group.submit('one more', 'x')).toThrow(Refusal)
    open.resolve()
    await Promise.all(waiting)
    await expect(group.submit('one more', 'x')).resolves.toBe('x')
  })

  it('refuses an item as busy when another writer is always faster, and continues with the next item', async () => {
    let tried = 0
    const group = new GroupCommit<string, string>(
      async (items) =>
        items.map((item) => {
          if (item === 'good') return { result: item }
          tried += 1
          return 'again'
        }),
      { name },
    )
    const [never, next] = [group.submit('a', 'bad'), group.submit('a', 'good')]
    await expect(never).rejects.toMatchObject({ key: 'common.busy' })
    expect(tried).toBe(40)
    await expect(next).resolves.toBe('good')
  })
})
