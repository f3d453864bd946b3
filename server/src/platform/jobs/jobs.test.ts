import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { allJobs } from '../../modules/register.ts'
import { faultLog } from '../observability/log.ts'
import type { Job } from './job.ts'
import { startJobs, startPulses } from './jobs.ts'

describe('jobs', () => {
  it('are shared: of two processes starting at once, one does what falls due once', async () => {
    const all = await deps()
    const ran: string[] = []
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const job = (process: string): Job => ({
      name: 'test.count',
      every: 'MINUTE',
      run: async () => {
        ran.push(process)
        // what falls due while it runs is the same work: it runs as long as we look
        await over
      },
    })
    const processes = await Promise.all([
      startJobs(all, [job('first')], { pollSeconds: 0.5 }),
      startJobs(all, [job('second')], { pollSeconds: 0.5 }),
    ])
    const tick = new PgBoss({
      db: { executeSql: (text, values) => all.pool.query(text, values) },
      supervise: false,
      schedule: false,
    })
    await tick.start()
    expect(await tick.getSchedules('test.count')).toMatchObject([{ cron: '* * * * *' }])
    await Promise.all([tick.send('test.count'), tick.send('test.count')])
    await expect.poll(() => ran.length).toBe(1)
    // time for the other process to look twice
    await pause(1200)
    expect(ran).toHaveLength(1)
    await tick.unschedule('test.count')
    end()
    await tick.stop({ graceful: false })
    await Promise.all(processes.map((each) => each.stop()))
  })

  it('that are no more are queued no more', async () => {
    const all = await deps()
    const older = new PgBoss({
      db: { executeSql: (text, values) => all.pool.query(text, values) },
      supervise: false,
      schedule: false,
    })
    await older.start()
    await older.createQueue('test.gone')
    await older.schedule('test.gone', '* * * * *')
    const job: Job = { name: 'test.there', every: 'MINUTE', run: async () => {} }
    const jobs = await startJobs(all, [job])
    expect((await older.getSchedules()).map(({ name }) => name)).toEqual(['test.there'])
    await jobs.stop()
    await older.unschedule('test.there')
    await older.stop({ graceful: false })
  })

  it('that run are told of a stop and waited for; of what goes on all the same there is one line', async () => {
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
        await new Promise((told) => stopping?.addEventListener('abort', told))
        // the piece it is at
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

  it('of the pulse have been done before a process serves, and are no part of its jobs', async () => {
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
    const pulses = await startPulses(all, [pulse])
    expect(beats).toBe(1)
    await pulses.stop()
    const beaten = beats
    const jobs = await startJobs(all, [pulse])
    await jobs.stop()
    expect(beats).toBe(beaten)
  })

  it('each runs on its own and twice at once without harm', async () => {
    const all = await deps()
    for (const job of allJobs) await Promise.all([job.run(all), job.run(all)])
    expect(allJobs.map((job) => job.name)).toEqual(
      expect.arrayContaining([
        'order.expireDue',
        'order.retryRefunds',
        'exam.submitAbandoned',
        'auth.forgetSpentChallenges',
      ]),
    )
  })

  it('forget what is over: failed logins and dead sessions, and nothing that counts', async () => {
    const all = await deps()
    const student = await makeStudent()
    const fail = () =>
      call('POST /student/v1/login', { account: student.phone, password: '0'.repeat(32) })
    const forget = async () => {
      for (const name of ['auth.forgetSignInFailures', 'auth.forgetDeadSessions'])
        await allJobs.find((job) => job.name === name)?.run(all)
    }
    const kept = async () => ({
      failures: (await all.db.selectFrom('signInFailure').selectAll().execute()).length,
      sessions: (
        await all.db.selectFrom('session').selectAll().where('studentId', '=', student.id).execute()
      ).length,
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
