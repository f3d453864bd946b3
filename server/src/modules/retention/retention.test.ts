import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makeReviewer, makeSubmitted, makeType } from '../../../test/factories/course_reduce.ts'
import { makeExam, sit } from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { makeMergeDesk } from '../../../test/factories/merge.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { ask, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { SettingsReader } from '../../platform/settings.ts'
import { deleteDueFiles } from '../file/service/tidy.ts'
import { rules } from './service/rules.ts'
import { runRules } from './service/run.ts'

let keeper: TestStaff
let auditor: TestStaff

beforeAll(async () => {
  keeper = await makeStaff({ permissions: ['retention.read', 'retention.edit'] })
  auditor = await makeStaff({ permissions: ['retention.read'] })
})
beforeEach(async () => {
  const { db } = await deps()
  await db.deleteFrom('retentionRun').execute()
  // what another test left over is not counted here
  await sql`delete from security_log where at < app_now() - interval '180 days'`.execute(db)
  await db.deleteFrom('setting').where('key', 'like', 'retention.%').execute()
  await db.insertInto('setting').values({ key: 'retention.hour', value: '0' }).execute()
})

const rule = async (key: string) =>
  (await mustStaff('GET /retention/v1/rules', {}, auditor.token)).list.find(
    (one) => one.key === key,
  )
const set = (change: object, who = keeper) =>
  staffCall(
    'POST /retention/v1/set',
    { key: 'MESSAGES', keepDays: 365, before: 730, reason: '协会决定', ...change },
    who.token,
  )
/** The night's run, by settings as they are this moment. */
async function night(size?: number): Promise<Deps> {
  const all = await deps()
  const fresh = { ...all, settings: new SettingsReader(all.db) }
  await runRules(fresh, size)
  return fresh
}

describe('the desk', () => {
  it('is changed by nobody who may only read it, and by no bad input', async () => {
    expect(await set({}, auditor)).toMatchObject({ key: 'staff.forbidden' })
    for (const bad of [{ keepDays: 1.5 }, { reason: '' }, { before: null }])
      expect(await set(bad)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [Object.keys(bad)[0] ?? '']: expect.any(String) } },
      })
  })

  it('lists what is kept, how long and why', async () => {
    const { list } = await mustStaff('GET /retention/v1/rules', {}, auditor.token)
    expect(list.find(({ key }) => key === 'SECURITY_LOG')).toMatchObject({
      keepDays: 365,
      limits: { min: 180 },
      lastRun: null,
    })
    expect(list.find(({ key }) => key === 'BEATS')).toMatchObject({ keepDays: null, limits: null })
  })

  it('changes one with a reason, once, and refuses who read an older figure', async () => {
    const both = await Promise.all([set({}), set({})])
    expect(both).toMatchObject([{ data: { keepDays: 365 } }, { data: { keepDays: 365 } }])
    const rows = (await auditOf('MESSAGES')).filter(({ action }) => action === 'retention.changed')
    expect(rows.at(-1)).toMatchObject({
      actor: keeper.username,
      detail: { reason: '协会决定', before: { keepDays: 730 }, after: { keepDays: 365 } },
    })
    expect(await set({ keepDays: 400 })).toMatchObject({ key: 'retention.stale' })
    expect(await set({ keepDays: 400, before: 365 })).toMatchObject({ code: 1 })
  })

  it('keeps the security log for 180 days, whoever asks', async () => {
    expect(await set({ key: 'SECURITY_LOG', keepDays: 179, before: 365 })).toMatchObject({
      key: 'retention.outOfLimits',
    })
    for (const key of ['BEATS', 'NONE'])
      expect(await set({ key })).toMatchObject({ key: 'retention.noSuchRule' })
    const { db } = await deps()
    await expect(
      db.insertInto('setting').values({ key: 'retention.securityLogDays', value: '179' }).execute(),
    ).rejects.toThrow('setting_security_log')
  })
})

describe('the night', () => {
  /** Events so many days old. */
  async function events(studentId: string, days: number[]): Promise<void> {
    const { db } = await deps()
    for (const ago of days)
      await sql`insert into security_log (student_id, event, at)
        values (${studentId}, 'LOGIN', app_now() - interval '1 day' * ${ago}::int)`.execute(db)
  }
  const ages = async (studentId: string) => {
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from app_now() - at) / 86400)::int as days from security_log
      where student_id = ${studentId} order by at`.execute((await deps()).db)
    return rows.map(({ days }) => days)
  }

  it('deletes in batches, says how many, and runs once a day', async () => {
    const { id } = await makeStudent()
    await events(id, [500, 400, 366, 364, 200])
    const steps = rules.filter(({ key }) => key === 'SECURITY_LOG')
    const [batches] = steps.map((one) => vi.spyOn(one, 'step'))
    await night(2)
    // each batch is a transaction of its own, of two at most; the last is smaller
    expect(batches?.mock.calls.map(([, , limit]) => limit)).toEqual([2, 2])
    expect(batches?.mock.settledResults.map(({ value }) => value)).toEqual([2, 1])
    batches?.mockRestore()
    expect(await ages(id)).toEqual([364, 200, 0])
    expect(await rule('SECURITY_LOG')).toMatchObject({
      lastRun: { removed: 3 },
      removed30: 3,
    })
    await events(id, [500])
    await Promise.all([night(), night()])
    expect(await ages(id)).toContain(500)
    expect((await rule('SECURITY_LOG'))?.removed30).toBe(3)
  })

  it('takes no more in a batch than it may, and nobody waits for the rest', async () => {
    const { id } = await makeStudent()
    await events(id, [500, 400, 366])
    const { db } = await deps()
    await sql`delete from message where created_at < app_now() - interval '730 days'`.execute(db)
    await sql`insert into message (student_id, kind, event, title, body, created_at)
      select ${id}, 'ACCOUNT', 'old ' || number, '旧', '旧', app_now() - interval '800 days'
      from generate_series(1, 3) as number`.execute(db)
    for (const [key, days] of [
      ['SECURITY_LOG', 365],
      ['MESSAGES', 730],
    ] as const) {
      const { step } = rules.find((one) => one.key === key) ?? {}
      const batches: unknown[] = []
      for (let time = 0; time < 3; time += 1)
        batches.push(await inTransaction(db, async (tx) => step?.(tx, days, 2)))
      expect([key, batches]).toEqual([key, [2, 1, 0]])
    }
  })

  it('goes on where it died, and counts what was deleted before', async () => {
    const { id } = await makeStudent()
    await events(id, [500, 499, 498])
    const { db } = await deps()
    // one row was deleted and counted when the process died
    await sql`delete from security_log where student_id = ${id} and at < app_now() - interval '499 days 12 hours'`.execute(
      db,
    )
    await sql`insert into retention_run (rule, day, removed) values ('SECURITY_LOG', shanghai_date(app_now()), 1)`.execute(
      db,
    )
    await night()
    expect(await ages(id)).toEqual([0])
    expect((await rule('SECURITY_LOG'))?.lastRun?.removed).toBe(3)
  })

  it('counts files that went on their day, once', async () => {
    const student = await makeStudent()
    const { db } = await deps()
    for (let made = 0; made < 3; made += 1) await uploadedFile(student, 'CAPTURE')
    await sql`update file set delete_due_at = app_now() where owner_id = ${student.id}`.execute(db)
    await deleteDueFiles(await deps())
    // more than a batch holds
    await night(1)
    await night(1)
    expect((await rule('CAPTURES'))?.lastRun?.removed).toBeGreaterThanOrEqual(3)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from file where purpose = 'CAPTURE' and deleted_at > app_now() - interval '1 day'`.execute(
      db,
    )
    expect((await rule('CAPTURES'))?.lastRun?.removed).toBe(rows[0]?.count)
  })

  it('does not begin before its hour', async () => {
    const { db } = await deps()
    await db
      .updateTable('setting')
      .set({ value: '24' })
      .where('key', '=', 'retention.hour')
      .execute()
    await night()
    expect((await rule('SECURITY_LOG'))?.lastRun).toBeNull()
  })

  it('takes old messages and what was uploaded for nothing; what is used stays', async () => {
    const student = await makeStudent()
    const { db } = await deps()
    for (const days of [800, 10])
      await sql`insert into message (student_id, kind, event, title, body, created_at)
        values (${student.id}, 'PROOF', ${randomUUID()}, '标题', '', app_now() - interval '1 day' * ${days}::int)`.execute(
        db,
      )
    const [loose, used, fresh] = [
      await uploadedFile(student, 'EVIDENCE'),
      await uploadedFile(student, 'AVATAR'),
      await uploadedFile(student, 'EVIDENCE'),
    ]
    await db
      .updateTable('student')
      .set({ avatarFileId: used.id })
      .where('id', '=', student.id)
      .execute()
    await sql`update file set created_at = app_now() - interval '31 days' where id in (${loose.id}, ${used.id})`.execute(
      db,
    )
    await deleteDueFiles(await night())
    const status = async ({ url }: { url: string }) => (await ask(url)).status
    expect([await status(loose), await status(used), await status(fresh)]).toEqual([404, 200, 200])
    const { rows } = await sql`select from message where student_id = ${student.id}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('takes a capture that no exam took after a day; what one took stays its time', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 1 } })
    const { student } = exam.sign
    const { attemptId } = await sit(exam)
    const [taken, loose, fresh] = [
      await uploadedFile(student, 'CAPTURE'),
      await uploadedFile(student, 'CAPTURE'),
      await uploadedFile(student, 'CAPTURE'),
    ]
    await must('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId: taken.id }, exam.token)
    const { db } = await deps()
    await sql`update file set created_at = app_now() - interval '25 hours' where id in (${taken.id}, ${loose.id})`.execute(
      db,
    )
    await deleteDueFiles(await night())
    const status = async ({ url }: { url: string }) => (await ask(url)).status
    expect([await status(taken), await status(loose), await status(fresh)]).toEqual([200, 404, 200])
  })

  it('takes settled corrections with their evidence, and names of accounts closed long ago', async () => {
    const [student, gone] = await Promise.all([makeStudent(), makeStudent()])
    const { db } = await deps()
    const evidence = await uploadedFile(student, 'EVIDENCE')
    await sql`insert into correction_request (id, student_id, field, wanted, reason, file_id, state, settled_at)
      values (${randomUUID()}, ${student.id}, 'NAME', '张三封', '写错', ${evidence.id}, 'WITHDRAWN', app_now() - interval '181 days'),
        (${randomUUID()}, ${student.id}, 'NAME', '张三风', '写错', null, 'WITHDRAWN', app_now() - interval '1 day')`.execute(
      db,
    )
    await sql`update student set phone = '', employer = null, gender = null, closed_at = app_now() - interval '11 years',
      erased_at = app_now() - interval '11 years' where id = ${gone.id}`.execute(db)
    await deleteDueFiles(await night())
    expect((await ask(evidence.url)).status).toBe(404)
    expect((await rule('CORRECTIONS'))?.lastRun?.removed).toBe(1)
    const row = await db
      .selectFrom('student')
      .select(['name', 'idNo', 'certificateNo'])
      .where('id', '=', gone.id)
      .executeTakeFirst()
    expect(row).toEqual({ name: '已注销', idNo: '', certificateNo: '' })
  })

  it('takes no evidence of a settled correction that stands in a reduction, or in another correction', async () => {
    const student = await makeStudent()
    const type = await makeType(await makeReviewer())
    const [reduced, twice] = [
      await uploadedFile(student, 'EVIDENCE'),
      await uploadedFile(student, 'EVIDENCE'),
    ]
    await makeSubmitted(type, { attachments: [reduced.id] }, { student })
    const { db } = await deps()
    const withdrawn = (fileId: string, daysAgo: number) =>
      sql`insert into correction_request (id, student_id, field, wanted, reason, file_id, state, settled_at)
        values (${randomUUID()}, ${student.id}, 'NAME', '张三封', '写错', ${fileId}, 'WITHDRAWN',
          app_now() - interval '1 day' * ${daysAgo}::int)`.execute(db)
    await withdrawn(reduced.id, 181)
    await withdrawn(twice.id, 181)
    await withdrawn(twice.id, 1)
    await deleteDueFiles(await night())
    expect((await rule('CORRECTIONS'))?.lastRun?.removed).toBe(2)
    const status = async ({ url }: { url: string }) => (await ask(url)).status
    expect([await status(reduced), await status(twice)]).toEqual([200, 200])
  })

  it('takes no evidence of an earlier submission, also once its account went into others', async () => {
    const [first, second, last] = [await makeStudent(), await makeStudent(), await makeStudent()]
    const reviewer = await makeReviewer()
    const earlier = await uploadedFile(first, 'EVIDENCE')
    const made = await makeSubmitted(
      await makeType(reviewer),
      { attachments: [earlier.id] },
      { student: first },
    )
    const { id, version } = made
    const back = { id, version, decision: 'RETURN', opinion: '看不清' } as const
    const returned = await mustStaff('POST /course_reduce/v1/decide', back, reviewer.token)
    const better = [(await uploadedFile(first, 'EVIDENCE')).id]
    const again = { ...made.input, version: returned.version, attachments: better }
    await must('POST /course_reduce/v1/submit', again, first.token)
    const loose = await uploadedFile(first, 'EVIDENCE')
    const desk = await makeMergeDesk()
    await desk.merge(second, first)
    await desk.merge(last, second)
    await sql`update file set created_at = app_now() - interval '31 days' where owner_id = ${first.id}`.execute(
      (await deps()).db,
    )
    await deleteDueFiles(await night())
    const status = async ({ url }: { url: string }) => (await ask(url)).status
    expect([await status(earlier), await status(loose)]).toEqual([200, 404])
  })
})
