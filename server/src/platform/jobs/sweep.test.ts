import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deps, passTime } from '../../../test/world.ts'
import {
  forgetMendedSweepFailures,
  isNotPostponed,
  listSweepFailures,
} from '../db/sweep-failures.ts'
import { faultLog } from '../observability/log.ts'
import { sweepEach, sweepTogether } from './sweep.ts'

/** hundreds of faults that are meant to be */
const { level } = faultLog
beforeAll(() => {
  faultLog.level = 'silent'
})
afterAll(() => {
  faultLog.level = level
})

/** A job of the kind that takes the first hundred due rows: `due` is its table, `broken` are the rows that fail. */
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
      where ${isNotPostponed(job, sql`due.subject`)} order by subject limit 100`.execute(db)
    return rows.map(({ subject }) => subject)
  }
  const subjectOf = (subject: string) => subject
  const run = async () =>
    sweepEach((await deps()).db, { job, items: await list(), subjectOf, work })
  const failures = async () =>
    (await listSweepFailures((await deps()).db, 10_000)).list.filter((row) => row.job === job)
  return { job, due, broken, done, run, list, failures, tries: () => tries, subjectOf }
}

it('150 rows that fail do not keep the 151st waiting, are tried again later and later, and leave the list once mended', async () => {
  const { db } = await deps()
  const { due, broken, done, run, failures, tries } = makeJob()
  expect(await run()).toEqual({ done: 0, failed: 100 })
  expect(await run()).toEqual({ done: 1, failed: 50 })
  expect(done).toEqual([due[150]])
  // none of them is due: the next run costs nothing
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
  await forgetMendedSweepFailures(db)
})

it('a failure names the fault and quotes neither names nor numbers', async () => {
  const { run, failures } = makeJob()
  await run()
  const [failure] = await failures()
  expect(failure?.error).toMatch(/^Error: … … cannot be done/)
})

it('what is cheaper together is tried alone once it failed, and only what is at fault waits', async () => {
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
  expect(await sweepTogether(db, sweep)).toEqual({ done: 4, failed: 1 })
  expect(sizes).toEqual([5, 1, 1, 1, 1, 1])
  expect((await failures()).map(({ subject }) => subject)).toEqual([bad])
  // the next time it hinders nobody any more
  sizes.length = 0
  expect(await sweepTogether(db, sweep)).toEqual({ done: 4, failed: 1 })
  expect(sizes).toEqual([1, 4])
})

it('what was mended by other hands leaves the list by itself', async () => {
  const { db } = await deps()
  const { run, failures } = makeJob()
  await run()
  await passTime(3500)
  await forgetMendedSweepFailures(db)
  expect(await failures()).toHaveLength(100)
  await passTime(200)
  await forgetMendedSweepFailures(db)
  expect(await failures()).toEqual([])
})

it('a database that went away and a stop of the process are no fault of a row', async () => {
  const { db } = await deps()
  const { job, due, subjectOf, failures } = makeJob()
  const gone = async () => {
    throw new Error('Connection terminated unexpectedly')
  }
  const sweep = { job, items: due, subjectOf, work: gone }
  await expect(sweepEach(db, sweep)).rejects.toThrow('Connection terminated')
  const goesOn = () => {
    throw new Error('stop')
  }
  await expect(sweepEach(db, { ...sweep, goesOn })).rejects.toThrow('stop')
  expect(await failures()).toEqual([])
})
