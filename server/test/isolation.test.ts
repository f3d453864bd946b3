import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../src/platform/db/database.ts'
import { makeStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { call, deps, sendRawRequest, staffCall, type TestAnswer } from './world.ts'

const hungReports = 12

it('twelve hanging reports do not slow down learners and health checks, and end with 503', async () => {
  const { db } = await deps()
  const auditor = await makeStaff({ permissions: ['audit.read'] })
  const learner = await makeStudent()
  let reports: Promise<TestAnswer<unknown>>[] = []
  let ended = 0
  await inTransaction(db, async (tx) => {
    await sql`lock table audit_log in access exclusive mode`.execute(tx)
    reports = Array.from({ length: hungReports }, () =>
      staffCall('GET /audit/v1/list', {}, auditor.token).finally(() => {
        ended += 1
      }),
    )
    for (let round = 0; round < 20; round += 1) {
      expect((await sendRawRequest('/readyz')).status).toBe(200)
      expect((await sendRawRequest('/healthz')).status).toBe(200)
      expect(await call('GET /student/v1/profile', {}, learner.token)).toMatchObject({ code: 1 })
    }
    expect(ended).toBe(0)
    for (const { status, key, msg } of await Promise.all(reports))
      expect({ status, key, msg }).toMatchObject({ status: 503, key: 'common.busy' })
  })
  expect(await staffCall('GET /audit/v1/list', {}, auditor.token)).toMatchObject({ code: 1 })
})

it('a learner’s call that waits for a held lock gets 503 with Retry-After, and writes nothing', async () => {
  const { db } = await deps()
  const learner = await makeStudent()
  const school = '被占用的时候填写的学校'
  await inTransaction(db, async (tx) => {
    await sql`select from student where id = ${learner.id} for update`.execute(tx)
    const answer = await sendRawRequest('/api/client/student/v1/modify', {
      method: 'POST',
      headers: { authorization: learner.token, 'content-type': 'application/json' },
      body: JSON.stringify({ school }),
    })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ data: { key: 'common.busy' } })
  })
  const { school: after } = await db
    .selectFrom('student')
    .select('school')
    .where('id', '=', learner.id)
    .executeTakeFirstOrThrow()
  expect(after).not.toBe(school)
})
