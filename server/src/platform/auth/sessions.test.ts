import { expect, it, onTestFinished } from 'vitest'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, passTime } from '../../../test/world.ts'
import { Sessions } from './sessions.ts'

/** A session that ends as if in another process whose notice never came. */
async function makeSession() {
  const [{ pool, db, sessions }, { id }] = await Promise.all([deps(), makeStudent()])
  const token = await sessions.issue(db, id)
  const endUnheard = () =>
    pool.query('update session set revoked_at = app_now() where student_id = $1', [id])
  const own = new Sessions(pool)
  onTestFinished(() => own.close())
  return { id, pool, own, token, endUnheard }
}

it('nothing is remembered while nothing is heard', async () => {
  const { own, token, endUnheard } = await makeSession()
  await own.require(token)
  await endUnheard()
  await expect(own.require(token)).rejects.toThrow('common.unauthorized')
})

it('what was remembered is forgotten when the connection that hears is lost', async () => {
  const { pool, own, token, endUnheard } = await makeSession()
  const before = await listening(pool)
  await own.listen()
  const mine = (await listening(pool)).filter((pid) => !before.includes(pid))
  expect(mine).toHaveLength(1)
  await own.require(token)
  await endUnheard()
  // remembered: the price of asking the table once in ten seconds
  await own.require(token)
  await pool.query('select pg_terminate_backend($1)', mine)
  await expect
    .poll(() => own.require(token).then(String, (error: Error) => error.message), {
      timeout: 20_000,
    })
    .toBe('common.unauthorized')
})

it('ends two hours after the last call, and seven days after it began', async () => {
  const [idle, used] = [await makeSession(), await makeSession()]
  for (const _ of ['1:55', '3:50']) {
    await passTime(115 * 60)
    await used.own.require(used.token)
  }
  await expect(idle.own.require(idle.token)).rejects.toThrow('common.unauthorized')
  await used.pool.query(
    "update session set created_at = created_at - interval '6 days 20 hours' where student_id = $1",
    [used.id],
  )
  await used.own.require(used.token)
  await passTime(30 * 60)
  await expect(used.own.require(used.token)).rejects.toThrow('common.unauthorized')
})

async function listening(pool: Awaited<ReturnType<typeof deps>>['pool']): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'portal session_revoked'`,
  )
  return rows.map(({ pid }) => pid)
}
