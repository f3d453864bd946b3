import { expect, it, onTestFinished } from 'vitest'
import { makeExam, startTestAttempt } from '../../../test/factories/exam.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, passTime } from '../../../test/world.ts'
import { studentSessions } from './session-kinds.ts'
import { Sessions } from './sessions.ts'

async function makeSession() {
  const [{ pool, db, sessions, settings }, { id }] = await Promise.all([deps(), makeStudent()])
  const token = await sessions.issue(db, id)
  const endUnheard = () => pool.query('update session set revoked_at = app_now() where student_id = $1', [id])
  const own = new Sessions(pool, settings, studentSessions)
  onTestFinished(() => own.close())
  return { id, pool, own, token, endUnheard }
}

it('a session is not cached while the listener is not connected', async () => {
  const { own, token, endUnheard } = await makeSession()
  await own.require(token)
  await endUnheard()
  await expect(own.require(token)).rejects.toThrow('common.unauthorized')
})

it('cached sessions are dropped when the listening connection is lost', async () => {
  const { pool, own, token, endUnheard } = await makeSession()
  const before = await listening(pool)
  await own.listen()
  const mine = (await listening(pool)).filter((pid) => !before.includes(pid))
  expect(mine).toHaveLength(1)
  await own.require(token)
  await endUnheard()
  // A cached session is accepted for up to ten seconds.
  await own.require(token)
  await pool.query('select pg_terminate_backend($1)', mine)
  await expect
    .poll(() => own.require(token).then(String, (error: Error) => error.message), {
      timeout: 20_000,
    })
    .toBe('common.unauthorized')
})

it('a session ends after two hours without use, and after seven days in any case', async () => {
  const [idle, used] = [await makeSession(), await makeSession()]
  for (const _ of ['1:59', '3:58']) {
    // The last use was written only minutes ago, so this call does not write it.
    await passTime(4 * 60)
    await used.own.require(used.token)
    await passTime(119 * 60)
    await used.own.require(used.token)
  }
  await expect(idle.own.require(idle.token)).rejects.toThrow('common.unauthorized')
  await used.pool.query("update session set created_at = created_at - interval '6 days 19:30' where student_id = $1", [
    used.id,
  ])
  await used.own.require(used.token)
  await passTime(30 * 60)
  await expect(used.own.require(used.token)).rejects.toThrow('common.unauthorized')
})

it('a session survives a running exam and ends when its answers can no longer be submitted', async () => {
  const exam = await makeExam()
  const { token, sign } = exam
  const { pool, settings } = await deps()
  const own = new Sessions(pool, settings, studentSessions)
  onTestFinished(() => own.close())
  const age = (change: string) => pool.query(`update session set ${change} where student_id = $1`, [sign.student.id])
  const sitting = await startTestAttempt(exam)
  const open = () => own.require(token).then(String, (error: Error) => error.message)
  await age(`created_at = app_now() - interval '6 days 23:59', seen_at = app_now() - interval '1:59'`)
  await passTime(600)
  await own.require(token)
  const { deadline, serverNow } = sitting
  await passTime((Date.parse(deadline) - Date.parse(serverNow)) / 1000)
  await own.require(token)
  await passTime(900)
  expect(await open()).toBe('common.unauthorized')
  // An exam does not revive a session that ended before it began.
  await age(`created_at = app_now() - interval '8 days'`)
  await pool.query(`update attempt set deadline = app_now() + interval '1 hour' where student_id = $1`, [
    sign.student.id,
  ])
  expect(await open()).toBe('common.unauthorized')
})

async function listening(pool: Awaited<ReturnType<typeof deps>>['pool']): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'portal session_revoked'`,
  )
  return rows.map(({ pid }) => pid)
}
