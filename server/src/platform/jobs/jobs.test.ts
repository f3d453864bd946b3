import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { checkIntegrityAtNight } from '../../modules/integrity-checks.ts'
import { allJobs } from '../../modules/jobs.ts'
import { StoreUnavailableError } from '../files/store.ts'
import { faultLog } from '../observability/log.ts'
import type { Job } from './job.ts'
import { startJobs, startPulses } from './jobs.ts'

/** Opens the queue as another process does. */
async function openBoss(): Promise<PgBoss> {
  const { pool } = await deps()
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  })
  return boss.start()
}

describe('background jobs', () => {
  it('two processes that start together run a due minute job only once', async () => {
    const all = await deps()
    const ran: string[] = []
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const job = (process: string): Job => ({
      name: 'test.count',
      every: 'MINUTE',
      run: async () => {
        ran.push(process)
        await over
      },
    })
    const processes = await Promise.all([
      startJobs(all, [job('first')], { pollSeconds: 0.5 }),
      startJobs(all, [job('second')], { pollSeconds: 0.5 }),
    ])
    const tick = await openBoss()
    expect(await tick.getSchedules('test.count')).toMatchObject([{ cron: '* * * * *' }])
    await Promise.all([tick.send('test.count'), tick.send('test.count')])
    await expect.poll(() => ran.length).toBe(1)
    // However long the run takes, a supervisor leaves it alone while its lease is renewed.
    await sql`update pgboss.job set started_on = started_on - interval '23 hours' where name = 'test.count'`.execute(
      all.db,
    )
    await tick.supervise('test.count')
    expect(await tick.send('test.count')).toBeNull()
    await pause(1200)
    expect(ran).toHaveLength(1)
    await tick.unschedule('test.count')
    end()
    await tick.stop({ graceful: false })
    await Promise.all(processes.map((each) => each.stop()))
  })

  it('an outage of the database while jobs are started only delays them', async () => {
    const all = await deps()
    const query = vi.spyOn(all.pool, 'query').mockImplementationOnce((): never => {
      throw Object.assign(new Error('server conn crashed?'), { code: '08P01' })
    })
    const job: Job = { name: 'test.late', every: 'MINUTE', run: async () => {} }
    const jobs = await startJobs(all, [job])
    expect(query.mock.results[0]?.type).toBe('throw')
    query.mockRestore()
    const tick = await openBoss()
    expect(await tick.getSchedules('test.late')).toMatchObject([{ cron: '* * * * *' }])
    await tick.unschedule('test.late')
    await tick.stop({ graceful: false })
    await jobs.stop()
  })

  it('a queue of an older version gets leases, and a run that lost its lease is aborted', async () => {
    const all = await deps()
    const warned = vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
    const tick = await openBoss()
    await tick.createQueue('test.leased', { policy: 'exclusive', expireInSeconds: 60, retryLimit: 0 })
    await tick.send('test.leased')
    const runs: AbortSignal[] = []
    const job: Job = {
      name: 'test.leased',
      every: 'MINUTE',
      run: async (_all, stopping = AbortSignal.abort()) => {
        runs.push(stopping)
        await new Promise((resolve) => stopping.addEventListener('abort', resolve))
        stopping.throwIfAborted()
      },
    }
    const jobs = await startJobs(all, [job], { pollSeconds: 0.5, renewalMs: 50 })
    await tick.unschedule('test.leased')
    expect(await tick.getQueue('test.leased')).toMatchObject({ heartbeatSeconds: 45, expireInSeconds: 86_399 })
    // The job that was queued without a lease is passed over.
    await expect.poll(() => tick.send('test.leased')).not.toBeNull()
    await expect.poll(() => runs.length).toBe(1)
    const [claimed] = (await tick.findJobs('test.leased')).filter(({ state }) => state === 'active')
    await tick.fail('test.leased', claimed?.id ?? '')
    await expect.poll(() => runs[0]?.aborted).toBe(true)
    await expect
      .poll(() => warned.mock.calls.map(([line]) => line))
      .toContain('job test.leased: the lease of this run was lost, so another process may run the job')
    await jobs.stop()
    await tick.stop({ graceful: false })
    warned.mockRestore()
  })

  it('the job of a dead process is freed once its lease has ended', async () => {
    const all = await deps()
    const tick = await openBoss()
    await tick.createQueue('test.dead', { policy: 'exclusive', heartbeatSeconds: 45, retryLimit: 0 })
    await tick.send('test.dead')
    expect(await tick.fetch('test.dead')).toHaveLength(1)
    for (const [seconds, freed] of [
      [44, false],
      [46, true],
    ] as const) {
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 second' * ${seconds} where name = 'test.dead'`.execute(
        all.db,
      )
      await sql`update pgboss.queue set monitor_on = null where name = 'test.dead'`.execute(all.db)
      await tick.supervise('test.dead')
      expect((await tick.send('test.dead')) !== null).toBe(freed)
    }
    await tick.stop({ graceful: false })
  })

  it('a schedule that an older version removed comes back, and those of other versions stay', async () => {
    const all = await deps()
    const other = await openBoss()
    await other.createQueue('test.newer')
    await other.schedule('test.newer', '* * * * *')
    const job: Job = { name: 'test.there', every: 'MINUTE', run: async () => {} }
    const jobs = await startJobs(all, [job], { scheduleMs: 50 })
    const names = async () => (await other.getSchedules()).map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(['test.newer', 'test.there']))
    await other.unschedule('test.there')
    await expect.poll(names).toEqual(expect.arrayContaining(['test.newer', 'test.there']))
    await jobs.stop()
    for (const name of ['test.newer', 'test.there']) await other.unschedule(name)
    await other.stop({ graceful: false })
  })

  it('running jobs get the stop signal and are awaited; a job that ignores it causes one log line', async () => {
    const all = await deps()
    const said = vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
    const events: string[] = []
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const late = Promise.withResolvers<void>()
    const polite: Job = {
      name: 'test.polite',
      every: 'QUARTER_MINUTE',
      run: async (_all, stopping) => {
        begun[0].resolve()
        await new Promise((resolve) => stopping?.addEventListener('abort', resolve))
        await all.pool.query('select 1')
        events.push('ended')
        stopping?.throwIfAborted()
      },
    }
    const deaf: Job = {
      name: 'test.deaf',
      every: 'QUARTER_MINUTE',
      run: () => {
        begun[1].resolve()
        return late.promise
      },
    }
    const gentle = await startJobs(all, [polite])
    const hurried = await startJobs(all, [deaf], { patienceMs: 1 })
    await Promise.all(begun.map(({ promise }) => promise))
    await gentle.stop()
    expect(events).toEqual(['ended'])
    await hurried.stop()
    late.reject(new Error('driver has already been destroyed'))
    const ours = () => said.mock.calls.filter(([line]) => `${line}`.startsWith('job test.'))
    await expect.poll(() => ours().length).toBe(1)
    expect(ours()).toEqual([['job test.deaf: the stop of this process did not wait for it']])
    said.mockRestore()
  })

  it('pulse jobs run in no queue and before the first request, and only a fault of the database stops the start', async () => {
    const all = await deps()
    let beats = 0
    const pulse: Job = {
      name: 'test.pulse',
      every: 'PULSE',
      run: async () => {
        await pause(20)
        beats += 1
      },
    }
    const storeIsAway: Job = {
      name: 'test.storeIsAway',
      every: 'PULSE',
      run: async () => {
        throw new StoreUnavailableError('ECONNREFUSED')
      },
    }
    const diskFails: Job = {
      name: 'test.diskFails',
      every: 'PULSE',
      run: () => readdir(fileURLToPath(import.meta.url)),
    }
    const logged = vi.spyOn(faultLog, 'error').mockImplementation(() => {})
    const pulses = await startPulses(all, [storeIsAway, diskFails, pulse])
    expect(beats).toBe(1)
    await pulses.stop()
    expect(logged.mock.calls.map(([, what]) => what)).toContain('job test.diskFails')
    logged.mockRestore()
    const hasNoTable: Job = {
      name: 'test.hasNoTable',
      every: 'PULSE',
      run: ({ pool }) => pool.query('select from no_such_table'),
    }
    await expect(startPulses(all, [hasNoTable, pulse])).rejects.toThrow('no_such_table')
    const beaten = beats
    const jobs = await startJobs(all, [pulse])
    await jobs.stop()
    expect(beats).toBe(beaten)
  })

  it('every job can run twice at the same time without an error', async () => {
    const all = await deps()
    for (const job of allJobs) {
      // At night this job would take many seconds; backup.test.ts runs it then.
      const run = job.name === 'system.checkIntegrity' ? () => checkIntegrityAtNight(all, undefined, 12) : job.run
      await Promise.all([run(all), run(all)])
    }
    expect(allJobs.map((job) => job.name)).toEqual(
      expect.arrayContaining([
        'order.expireDue',
        'order.retryRefunds',
        'exam.submitAbandoned',
        'auth.forgetSpentChallenges',
      ]),
    )
  })

  it('cleanup jobs delete old sign-in failures and dead sessions but nothing that is still needed', async () => {
    const all = await deps()
    const student = await makeStudent()
    const fail = () => call('POST /student/v1/login', { account: student.phone, password: '0'.repeat(32) })
    const forget = async () => {
      for (const name of ['auth.forgetSignInFailures', 'auth.forgetDeadSessions'])
        await allJobs.find((job) => job.name === name)?.run(all)
    }
    const kept = async () => ({
      failures: (await all.db.selectFrom('signInFailure').selectAll().execute()).length,
      sessions: (await all.db.selectFrom('session').selectAll().where('studentId', '=', student.id).execute()).length,
    })
    await forget()
    const before = await kept()
    await fail()
    await fail()
    await forget()
    expect(await kept()).toEqual({ failures: before.failures + 4, sessions: 1 })
    await must('GET /student/v1/profile', {}, student.token)
    await passTime(15 * 86_400)
    await forget()
    expect(await kept()).toEqual({ failures: 0, sessions: 0 })
  })
})
