import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestPassword } from '@ce/contract/password'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceClock } from '../seeds/demo/clock.ts'
import { signInDemoStudent } from '../seeds/demo/people.ts'
import { createDemoClient } from '../seeds/demo/wire.ts'
import { seedDemo } from '../seeds/demo.ts'
import { buildApp } from '../src/app.ts'
import { allJobs } from '../src/modules/jobs.ts'
import { appNow } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sharePool } from '../src/platform/db/pools.ts'
import { demoPassword } from '../src/platform/demo.ts'
import { closeDeps, type Deps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { shanghaiDay } from '../src/platform/shanghai-day.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'

let own: OwnDatabase
let demo: Deps
let app: FastifyInstance
let year: number
const folder = mkdtempSync(join(tmpdir(), 'ce-demo-'))

beforeAll(async () => {
  own = await createOwnDatabase()
  await migrate(own.pool)
  const env = { DATABASE_URL: own.connectionString, DATA_DIR: folder, DEMO: '1', PORT: '0' }
  demo = await openDeps(readEnv(env), sharePool(own.pool))
  year = Number(shanghaiDay(await appNow(demo.db)).slice(0, 4))
  expect(await seedDemo(demo)).toBe(true)
  app = await buildApp(demo)
})
afterAll(async () => {
  await app.close()
  await closeDeps(demo)
  await own.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the demo world on its first day', () => {
  it('the demo has pharmacists who registered before the year that they study', async () => {
    const people = await demo.db.selectFrom('student').select('createdAt').orderBy('phone').execute()
    const since = people.map(({ createdAt }) => Number(shanghaiDay(createdAt).slice(0, 4)))
    expect(since).toEqual([year - 1, year - 2, year - 3])
  })

  it('the demo has attempts without a camera, confirmed by two people, and two with captures to review', async () => {
    const sittings = await demo.db
      .selectFrom('attempt')
      .leftJoin('capture', 'capture.attemptId', 'attempt.id')
      .select(['mode', 'review', (take) => take.fn.count<number>('fileId').as('pictures')])
      .groupBy('attempt.id')
      .execute()
    const kinds = sittings.map(({ mode, review, pictures }) => `${mode} ${review} ${pictures}`)
    expect([...new Set(kinds)].sort()).toEqual(['CAMERA false 2', 'CAMERA true 1', 'MANUAL false 0'])
    expect(kinds.filter((kind) => kind === 'CAMERA true 1')).toHaveLength(2)
  })
})

let gone = 0

describe.each([0, 100, 365])('the demo world %i days later', (days) => {
  beforeAll(async () => {
    await advanceClock(demo.db, (days - gone) * 86_400)
    gone = days
    // The portal would have run its jobs during these days, so the test runs them too.
    for (const job of allJobs) await job.run(demo)
  })

  it('the demo has this year open, last year for make-up, an older one closed, and the 试用年', async () => {
    const wire = await signInDemoStudent(app, '13800000003')
    const { list } = await wire('GET /course/v1/year_list')
    expect(list.map((plan) => [plan.year, plan.state, plan.price]).sort()).toEqual([
      [year - 3, 'OPEN', 0],
      [year - 2, 'CLOSED', 10_000],
      [year - 1, 'OPEN', 10_000],
      [year, 'OPEN', 12_000],
    ])
    const trial = await wire('POST /course/v1/course_list', { year: year - 3, pageSize: 10 })
    expect(trial.list).toHaveLength(1)
  })

  it('the demo has a pharmacist who must change the initial password', async () => {
    const password = digestPassword(demoPassword)
    const account = '13800000001'
    const { user } = await createDemoClient(app)('POST /student/v1/login', { account, password })
    expect(user.isInitPassword).toBe(false)
    const wire = await signInDemoStudent(app, account)
    expect((await wire('GET /course/v1/my_course')).list).toEqual([])
  })

  it('the demo has a pharmacist who paid for this year and can continue with the next lesson', async () => {
    const wire = await signInDemoStudent(app, '13800000002')
    const { list } = await wire('GET /course/v1/my_course')
    expect(list).toMatchObject([{ year, state: 'STUDYING' }])
    const [sign] = list
    const passed = sign?.courses.filter(({ examState }) => examState === 'PASSED')
    expect(passed).toHaveLength(5)
    const begun = sign?.courses.find(({ state }) => state === 'DOING')
    const detail = await wire('GET /course/v1/learn_course_detail', { id: begun?.id })
    expect(detail.lessons[0]).toMatchObject({ done: true })
    const next = detail.lessons[1]
    expect(next).toMatchObject({ done: false })
    expect(next?.resumeAt).toBeGreaterThan(1)
    const beat = { playSessionId: crypto.randomUUID(), seq: 0, event: 'start', intervals: [] }
    const place = { id: begun?.id, lessonId: next?.id, position: next?.resumeAt }
    await wire('POST /course/v1/learn_process', { ...beat, ...place })
  })

  it('the demo has a pharmacist with a complete last year, proofs in every state, and no sign-up this year', async () => {
    const wire = await signInDemoStudent(app, '13800000003')
    const { list } = await wire('GET /certification_grant/v1/query')
    const last = list.find((one) => one.year === year - 1)
    expect(last).toMatchObject({ state: 'ISSUED', missing: { professional: 0, public: 0 } })
    const proof = await wire('GET /certification_grant/v1/info', { id: last?.proofId })
    expect(proof).toMatchObject({ state: 'ISSUED', name: '周建国' })
    const proofs = await demo.db.selectFrom('proof').select(['code', 'number']).orderBy('issuedAt').execute()
    const verdicts = await Promise.all(
      proofs.map(async ({ code, number }) => {
        const { verdict } = await wire('GET /certification_grant/v1/verify', { code })
        return `${number.slice(0, 2)} ${verdict}`
      }),
    )
    expect(verdicts.sort()).toEqual(['CE GENUINE', 'CE REPLACED', 'CE REVOKED', 'SY GENUINE'])
    const years = (await wire('GET /course/v1/year_list')).list
    expect(years.find((one) => one.year === year)).not.toHaveProperty('signId')
  })
})
