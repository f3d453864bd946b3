import { setTimeout as pause } from 'node:timers/promises'
import { jobLabels } from '@ce/contract/job-names'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeEmployer } from '../../../../test/factories/employer.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { startJobs } from '../../../platform/jobs/jobs.ts'
import { allJobs } from '../../jobs.ts'
import { forgetBrowserReports } from './service.ts'
import { maxNewErrorsPerDay } from './store/browser-reports.ts'

beforeEach(async () => {
  const { db } = await deps()
  await db.deleteFrom('clientError').execute()
  await db.deleteFrom('webVital').execute()
})

const fault = {
  kind: 'ERROR',
  message: "Cannot read properties of undefined (reading 'lessons')",
  source: '/assets/main-D3kf9sQq.js',
  line: 1,
  column: 20_345,
  stack: 'TypeError: no\n at f (/assets/main-D3kf9sQq.js:1:20345)',
}
const page = {
  app: 'DESKTOP',
  route: '/system/my-courses/:signId/:id',
  build: 'a1b2c3d4e5',
  browser: 'Chrome 142',
}
const report = (change: object = {}) => must('POST /system/v1/report', { ...page, errors: [fault], ...change })
const kept = async () => (await deps()).db.selectFrom('clientError').selectAll().orderBy('message').execute()
const status = async () => {
  const { token } = await makeStaff({ roles: ['AUDITOR'] })
  return mustStaff('GET /system/v1/status', {}, token)
}

describe('browser reports of a page', () => {
  it('an error in a page is stored once, and its reports from all processes are counted', async () => {
    const before = { ...fault, message: 'lesson 17 of 20', source: '/assets/main-Older_12.js' }
    const other = { ...fault, message: 'another one' }
    await Promise.all(Array.from({ length: 40 }, () => report({ errors: [other, before, fault, fault] })))
    // This is the same fault with another build and number.
    await report({ errors: [{ ...before, message: 'lesson 3 of 20', source: fault.source }] })
    expect((await kept()).map(({ message, count }) => [message, Number(count)])).toEqual([
      [fault.message, 80],
      ['another one', 40],
      ['lesson 3 of 20', 41],
    ])
    expect((await status()).browsers).toMatchObject({ total: 3, newToday: 3 })
  })

  it('a stored report contains no personal data', async () => {
    const secrets = '张三 13800138000 11010519491231002X zhang.san@example.cn token=abcdef'
    await report({
      route: '/system/orders/2026112813800138000/张三?phone=13800138000#x',
      errors: [
        {
          ...fault,
          message: `no row for ${secrets}`,
          source: 'https://portal.example/system/13800138000?token=abcdef',
          stack: `Error: ${secrets}\n at g (https://portal.example/assets/a.js?who=张三:1:2)`,
        },
      ],
      vitals: [{ name: 'LCP', value: 1200 }],
    })
    const { db } = await deps()
    const everything = JSON.stringify([
      await kept(),
      await db.selectFrom('webVital').selectAll().execute(),
      (await status()).browsers,
    ])
    expect(everything).not.toMatch(/张三|1380013|19491231|zhang|abcdef|phone=/)
    expect(await kept()).toMatchObject([
      {
        route: '/system/orders/:id/:id',
        source: '',
        message: expect.stringMatching(/^no row for/),
      },
    ])
  })

  it('refuses an invalid browser report, names the field and changes nothing', async () => {
    for (const [field, bad] of [
      ['app', { app: 'SERVER' }],
      ['browser', { browser: 'Chrome 13800138000' }],
      ['build', { build: '张三' }],
      ['errors', { errors: Array.from({ length: 6 }, () => fault) }],
      ['errors', { errors: [{ ...fault, message: '' }] }],
      ['errors', { errors: [{ ...fault, stack: 'x'.repeat(2049) }] }],
      ['vitals', { vitals: [{ name: 'FID', value: 1 }] }],
      ['vitals', { vitals: [{ name: 'LCP', value: -1 }] }],
    ] as const)
      expect(await call('POST /system/v1/report', { ...page, ...bad })).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.stringMatching(/[一-龥]/) } },
      })
    const much = { ...page, errors: [{ ...fault, stack: 'x'.repeat(50_000) }] }
    expect(await call('POST /system/v1/report', much)).toMatchObject({ status: 413 })
    expect(await kept()).toEqual([])
  })

  it('after too many new faults in a day only known faults are counted', async () => {
    await report()
    const { db } = await deps()
    await sql`
      insert into client_error (fingerprint, app, kind, message, source, line, col, stack, route, browser, build)
      select encode(sha256(number::text::bytea), 'hex'), 'SITE', 'ERROR', 'made up', '', 0, 0, '', '', '', ''
      from generate_series(2, ${maxNewErrorsPerDay}) as number`.execute(db)
    await report({ errors: [fault, { ...fault, message: 'one too many' }] })
    const rows = (await kept()).filter(({ message }) => message !== 'made up')
    expect(rows.map(({ message, count }) => [message, Number(count)])).toEqual([[fault.message, 2]])
    expect((await status()).browsers).toMatchObject({
      newToday: maxNewErrorsPerDay,
      mostNewPerDay: maxNewErrorsPerDay,
    })
  })

  it('page speed is summed up per day and shown as the 75th percentile', async () => {
    const visits = [500, 1000, 2600, 9000].map((value) =>
      report({
        errors: [],
        vitals: [
          { name: 'LCP', value },
          { name: 'CLS', value: 0 },
        ],
      }),
    )
    await Promise.all(visits)
    const { db } = await deps()
    expect(await db.selectFrom('webVital').select('metric').orderBy('metric').execute()).toEqual([
      { metric: 'CLS' },
      { metric: 'LCP' },
    ])
    expect((await status()).browsers.vitals).toMatchObject([
      { app: 'DESKTOP', metric: 'CLS', rating: 'GOOD', good: 4, poor: 0 },
      {
        ...{ app: 'DESKTOP', metric: 'LCP', p75: 3000, rating: 'NEEDS_WORK' },
        ...{ good: 2, needsWork: 1, poor: 1 },
      },
    ])
  })

  it('a page fault is deleted when it has not been reported for long', async () => {
    await report({ vitals: [{ name: 'INP', value: 40 }] })
    await report({ errors: [{ ...fault, message: 'met lately' }] })
    const { db } = await deps()
    await sql`update client_error set first_seen_at = now() - interval '40 days', last_seen_at = now() - interval '31 days'
      where message = ${fault.message}`.execute(db)
    await sql`update web_vital set day = day - 31`.execute(db)
    expect(await inTransaction(db, (tx) => forgetBrowserReports(tx, 30, 500))).toBe(2)
    expect(await kept()).toMatchObject([{ message: 'met lately' }])
    expect((await status()).browsers.vitals).toEqual([])
  })
})

describe('system status page', () => {
  it('the system status requires its permission', async () => {
    const [student, employer] = [await makeStudent(), await makeEmployer()]
    for (const token of [student.token, employer.token, undefined])
      expect(await staffCall('GET /system/v1/status', {}, token)).toMatchObject({ status: 401 })
    const { token } = await makeStaff({ roles: ['EDITOR'] })
    expect(await staffCall('GET /system/v1/status', {}, token)).toMatchObject({
      key: 'staff.forbidden',
    })
  })

  it('the system status lists both processes with versions and disks', async () => {
    const { processes, databaseBytes, commitRisk, channels, queues } = await status()
    const alive = processes.filter((one) => one.alive && !one.runsJobs)
    expect(alive.length).toBeGreaterThanOrEqual(2)
    for (const one of alive) {
      expect(one).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
      expect(one.memoryBytes).toBeGreaterThan(10_000_000)
      expect(one.disk?.bytes).toBeGreaterThan(one.disk?.freeBytes ?? 0)
    }
    expect(databaseBytes).toBeGreaterThan(1_000_000)
    expect(commitRisk).toBeNull()
    expect(channels.map(({ channel, configured }) => [channel, configured])).toEqual([
      ['WECHAT', true],
      ['ALIPAY', true],
      ['DEMO', true],
      ['EMAIL', true],
      ['SMS', true],
    ])
    expect(queues.map(({ queue }) => queue)).toContain('REFUND')
  })

  it('the system status lists a silent process until it is replaced', async () => {
    const { db } = await deps()
    const silent = (host: string) =>
      sql`insert into process_alive (id, host, pid, version, runs_jobs, started_at, seen_at, memory_bytes, loop_delay_ms)
        values (gen_random_uuid(), ${host}, 1, '', false, now() - interval '1 day', now() - interval '2 minutes', 0, 0)`.execute(
        db,
      )
    await silent('gone')
    await silent('replaced')
    await sql`insert into process_alive (id, host, pid, version, runs_jobs, started_at, seen_at, memory_bytes, loop_delay_ms)
      values (gen_random_uuid(), 'replaced', 2, '', false, now() - interval '1 minute', now(), 0, 0)`.execute(db)
    const shown = (await status()).processes.filter(({ host }) => /^(gone|replaced)$/.test(host))
    expect(shown.map(({ host, pid, alive }) => [host, pid, alive])).toEqual([
      ['gone', 1, false],
      ['replaced', 2, true],
    ])
    await db.deleteFrom('processAlive').where('host', 'in', ['gone', 'replaced']).execute()
  })

  it('the system status lists last run and last failure of each job without personal data', async () => {
    const all = await deps()
    const jobs = await startJobs(all, [
      {
        name: 'test.fails',
        every: 'QUARTER_MINUTE',
        run: async () => {
          throw new Error('no answer for 13800138000 of 张三')
        },
      },
      { name: 'test.runs', every: 'QUARTER_MINUTE', run: () => pause(20) },
      { name: 'test.waits', every: 'MINUTE', run: async () => {} },
    ])
    const mine = async () => (await status()).jobs.filter(({ name }) => /^test\.(fails|runs|waits)$/.test(name))
    const states = async () => (await mine()).map(({ name, state }) => `${name} ${state}`)
    await expect.poll(states).toEqual(['test.fails FAILING', 'test.runs WELL', 'test.waits WAITING'])
    const [fails, runs] = await mine()
    expect(fails).toMatchObject({ succeededAt: null, failure: 'no answer for … of …' })
    expect(runs?.tookMs).toBeGreaterThanOrEqual(19)
    await jobs.stop()
    await sql`update job_run set started_at = started_at - interval '6 minutes' where name = 'test.runs'`.execute(
      all.db,
    )
    expect(await states()).toContain('test.runs LATE')
    await all.db.deleteFrom('jobRun').where('name', 'like', 'test.%').execute()
  })

  it('a job that runs for ten minutes is shown as running and not as late', async () => {
    const { db } = await deps()
    await sql`
      insert into job_run (name, every, known_at, started_at, succeeded_at, took_ms, running_since, running_seen_at)
      select name, 'MINUTE', now(), now() - interval '20 minutes', now() - ended, 600_000, now() - since, now() - seen
      from (values
        ('test.runs', interval '10 minutes', interval '10 minutes', interval '5 seconds'),
        ('test.dead', interval '10 minutes', interval '10 minutes', interval '1 minute'),
        ('test.ran', interval '10 minutes', null, null)) as given (name, ended, since, seen)`.execute(db)
    await sql`update job_run set took_ms = 1_170_000 where name = 'test.ran'`.execute(db)
    const jobs = (await status()).jobs.filter(({ name }) => /^test\.(runs|dead|ran)$/.test(name))
    expect(jobs.map(({ name, state, runningSince, dueAt }) => [name, state, !runningSince, !dueAt])).toEqual([
      ['test.dead', 'LATE', true, false],
      ['test.ran', 'WELL', true, false],
      ['test.runs', 'RUNNING', false, true],
    ])
    await db.deleteFrom('jobRun').where('name', 'like', 'test.%').execute()
  })

  it('every job has a Chinese name', () => {
    expect(allJobs.map(({ name }) => name).filter((name) => !jobLabels[name])).toEqual([])
  })
})

it('a browser report needs no session and ignores one', async () => {
  const response = await sendRawRequest('/api/client/system/v1/report', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'x' },
    body: JSON.stringify({ app: 'SITE' }),
  })
  expect([response.status, await response.json()]).toMatchObject([200, { code: 1, data: null }])
})
