import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deps, passTime } from '../../../test/world.ts'
import { forgetResolvedSweepFailures, isNotPostponedSql, listSweepFailures } from '../db/sweep-failures.ts'
import { StoreUnavailableError } from '../files/store.ts'
import { faultLog } from '../observability/log.ts'
import { sweepItemsAtOnce, sweepItemsOneByOne } from './sweep.ts'

/** Hundreds of failures here are intended, so their log lines are switched off. */
const { level } = faultLog
beforeAll(() => {
  faultLog.level = 'silent'
})
afterAll(() => {
  faultLog.level = level
})

function makeJob() {
  const job = `test.${randomUUID()}`
  const due = Array.from({ length: 151 }, (_, index) => `row ${String(index).padStart(3, '0')}`)
  const broken = new Set(due.slice(0, 150))
  const done: string[] = []
  let tries = 0
  const work = async (subject: string) => {
    tries += 1
    if (broken.has(subject)) throw new Error(`"张三" 13800000000 cannot be done`)
    done.push(subject)
  }
  const list = async () => {
    const { db } = await deps()
    const left = due.filter((subject) => !done.includes(subject))
    const { rows } = await sql<{ subject: string }>`
      select subject from unnest(${left}::text[]) as due (subject)
      where ${isNotPostponedSql(job, sql`due.subject`)} order by subject limit 100`.execute(db)
    return rows.map(({ subject }) => subject)
  }
  const subjectOf = (subject: string) => subject
  const run = async () => sweepItemsOneByOne((await deps()).db, { job, items: await list(), subjectOf, work })
  const failures = async () =>
    (await listSweepFailures((await deps()).db, 10_000)).list.filter((row) => row.job === job)
  return { job, due, broken, done, run, list, failures, tries: () => tries, subjectOf }
}

it('150 failing rows do not delay the 151st, are retried at growing intervals, and leave the list once they succeed', async () => {
  const { db } = await deps()
  const { due, broken, done, run, failures, tries } = makeJob()
  expect(await run()).toEqual({ done: 0, failed: 100 })
  expect(await run()).toEqual({ done: 1, failed: 50 })
  expect(done).toEqual([due[150]])
  expect(await run()).toEqual({ done: 0, failed: 0 })
  expect(tries()).toBe(151)
  const pauseOf = async (subject: string) => {
    const row = (await failures()).find((one) => one.subject === subject)
    return row && (row.nextTryAt.getTime() - row.lastFailedAt.getTime()) / 1000
  }
  const pauses = []
  for (let round = 0; round < 3; round += 1) {
    pauses.push(await pauseOf('row 000'))
    await passTime(200)
    await run()
    await run()
  }
  expect(pauses).toEqual([15, 30, 60])
  expect((await failures()).every((row) => row.tries === 4)).toBe(true)
  broken.clear()
  await passTime(200)
  await run()
  await run()
  expect(done).toHaveLength(151)
  expect(await failures()).toEqual([])
  await forgetResolvedSweepFailures(db)
})

it('a recorded failure names the fault and quotes no names or numbers', async () => {
  const { run, failures } = makeJob()
  await run()
  const [failure] = await failures()
  expect(failure?.error).toMatch(/^Error: … … cannot be done/)
})

it('items of a failed group run are tried alone, and only the faulty ones are postponed', async () => {
  const { db } = await deps()
  const { job, due, broken, subjectOf, failures } = makeJob()
  broken.clear()
  const [bad = ''] = due
  const sizes: number[] = []
  const workTogether = async (items: readonly string[]) => {
    sizes.push(items.length)
    if (items.includes(bad)) throw new Error('not this one')
  }
  const sweep = { job, items: due.slice(0, 5), subjectOf, workTogether }
  expect(await sweepItemsAtOnce(db, sweep)).toEqual({ done: 4, failed: 1 })
  expect(sizes).toEqual([5, 1, 1, 1, 1, 1])
  expect((await failures()).map(({ subject }) => subject)).toEqual([bad])
  sizes.length = 0
  expect(await sweepItemsAtOnce(db, sweep)).toEqual({ done: 4, failed: 1 })
  expect(sizes).toEqual([1, 4])
})

it('a failure that was resolved elsewhere leaves the list', async () => {
  const { db } = await deps()
  const { run, failures } = makeJob()
  await run()
  await passTime(3500)
  await forgetResolvedSweepFailures(db)
  expect(await failures()).toHaveLength(100)
  await passTime(200)
  await forgetResolvedSweepFailures(db)
  expect(await failures()).toEqual([])
})

it('a lost database or a stop of the process is not recorded as a failure of a row', async () => {
  const { db } = await deps()
  const { job, due, subjectOf, failures } = makeJob()
  const gone = async () => {
    throw new Error('Connection terminated unexpectedly')
  }
  const sweep = { job, items: due, subjectOf, work: gone }
  await expect(sweepItemsOneByOne(db, sweep)).rejects.toThrow('Connection terminated')
  const goesOn = () => {
    throw new Error('stop')
  }
  await expect(sweepItemsOneByOne(db, { ...sweep, goesOn })).rejects.toThrow('stop')
  expect(await failures()).toEqual([])
})

it('a content that the store refuses postpones only its item, singly and in a group', async () => {
  const { db } = await deps()
  const { job, due, subjectOf, failures } = makeJob()
  const [bad = ''] = due
  const work = async (subject: string) => {
    if (subject === bad) throw new StoreUnavailableError('AccessDenied', { isRefusal: true })
  }
  const items = due.slice(0, 5)
  expect(await sweepItemsOneByOne(db, { job, items, subjectOf, work })).toEqual({ done: 4, failed: 1 })
  const workTogether = async (together: readonly string[]) => {
    for (const subject of together) await work(subject)
  }
  expect(await sweepItemsAtOnce(db, { job, items, subjectOf, workTogether })).toEqual({ done: 4, failed: 1 })
  expect((await failures()).map(({ subject, tries }) => [subject, tries])).toEqual([[bad, 2]])
})

it('a store that is away or refuses everything ends the sweep, and leaves most items as they were', async () => {
  const { db } = await deps()
  const { job, due, subjectOf, failures } = makeJob()
  const sweepWith = (isRefusal: boolean) => {
    const work = async () => {
      throw new StoreUnavailableError('no store', { isRefusal })
    }
    return sweepItemsOneByOne(db, { job, items: due, subjectOf, work })
  }
  await expect(sweepWith(false)).rejects.toThrow('no store')
  expect(await failures()).toEqual([])
  await expect(sweepWith(true)).rejects.toThrow('no store')
  expect(await failures()).toHaveLength(10)
})
