import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeExam, startTestAttempt } from '../../../../test/factories/exam.ts'
import { uploadStudentFile } from '../../../../test/factories/file.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { deleteExpiredFiles } from '../../file/service/delete-unused.ts'
import { retentionRules, runRetentionRules } from './service/rules.ts'

const keeper = await makeStaff({ permissions: ['retention.read', 'retention.edit'] })
const auditor = await makeStaff({ permissions: ['retention.read'] })
beforeEach(async () => {
  const { db } = await deps()
  await db.deleteFrom('retentionRun').execute()
  await sql`delete from security_log where at < app_now() - interval '180 days'`.execute(db)
  await db.deleteFrom('setting').where('key', 'like', 'retention.%').execute()
  await db.insertInto('setting').values({ key: 'retention.hour', value: '0' }).execute()
})

const rule = async (key: string) =>
  (await mustStaff('GET /retention/v1/rules', {}, auditor.token)).list.find((one) => one.key === key)
const set = (change: object, who = keeper) =>
  staffCall(
    'POST /retention/v1/set',
    { key: 'MESSAGES', keepDays: 365, before: 730, reason: '协会决定', ...change },
    who.token,
  )
async function night(size?: number): Promise<Deps> {
  const all = await deps()
  const fresh = { ...all, settings: new SettingsReader(all.db) }
  await runRetentionRules(fresh, undefined, size)
  return fresh
}

describe('retention desk', () => {
  it('retention calls refuse changes without permission or with bad input', async () => {
    expect(await set({}, auditor)).toMatchObject({ key: 'staff.forbidden' })
    for (const bad of [{ keepDays: 1.5 }, { reason: '' }, { before: null }])
      expect(await set(bad)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [Object.keys(bad)[0] ?? '']: expect.any(String) } },
      })
  })

  it('lists each retention rule with its days and reason', async () => {
    const { list } = await mustStaff('GET /retention/v1/rules', {}, auditor.token)
    expect(list.find(({ key }) => key === 'SECURITY_LOG')).toMatchObject({
      keepDays: 365,
      limits: { min: 180 },
      lastRun: null,
    })
    expect(list.find(({ key }) => key === 'BEATS')).toMatchObject({ keepDays: null, limits: null })
  })

  it('changes a retention rule once with a reason and refuses a form that is out of date', async () => {
    const both = await Promise.all([set({}), set({})])
    expect(both).toMatchObject([{ data: { keepDays: 365 } }, { data: { keepDays: 365 } }])
    const rows = (await listAuditRowsOf('MESSAGES')).filter(({ action }) => action === 'retention.changed')
    expect(rows.at(-1)).toMatchObject({
      actor: keeper.username,
      detail: { reason: '协会决定', before: { keepDays: 730 }, after: { keepDays: 365 } },
    })
    expect(await set({ keepDays: 400 })).toMatchObject({ key: 'retention.stale' })
    expect(await set({ keepDays: 400, before: 365 })).toMatchObject({ code: 1 })
  })

  it('keeps the security log for 180 days', async () => {
    expect(await set({ key: 'SECURITY_LOG', keepDays: 179, before: 365 })).toMatchObject({
      key: 'retention.outOfLimits',
    })
    for (const key of ['BEATS', 'NONE']) expect(await set({ key })).toMatchObject({ key: 'retention.noSuchRule' })
    const { db } = await deps()
    await expect(
      db.insertInto('setting').values({ key: 'retention.securityLogDays', value: '179' }).execute(),
    ).rejects.toThrow('setting_security_log')
  })
})

it('heartbeats stay in the table for the days that staff set, 90 at least', async () => {
  const change = { key: 'BEAT_ROWS', before: 400 }
  for (const keepDays of [0, 89, 36_501])
    expect(await set({ ...change, keepDays })).toMatchObject({
      key: keepDays === 89 ? 'retention.outOfLimits' : 'common.invalid',
      msg: expect.stringMatching(/\p{Script=Han}/u),
    })
  expect(await set({ ...change, keepDays: 500 })).toMatchObject({ code: 1, data: { keepDays: 500 } })
  expect(await new SettingsReader((await deps()).db).get('study.heartbeatRowDays')).toBe(500)
  expect(await set({ ...change, keepDays: 400, before: 500 })).toMatchObject({ code: 1 })
  const rows = (await listAuditRowsOf('BEAT_ROWS')).filter(({ action }) => action === 'retention.changed')
  expect(rows.at(-1)).toMatchObject({ detail: { before: { keepDays: 500 }, after: { keepDays: 400 } } })
})

describe('nightly deletion', () => {
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

  it('the nightly deletion works in batches, counts deleted rows and runs once a day', async () => {
    const { id } = await makeStudent()
    await events(id, [500, 400, 366, 364, 200])
    const steps = retentionRules.filter(({ key }) => key === 'SECURITY_LOG')
    const [batches] = steps.map((one) => vi.spyOn(one, 'step'))
    await night(2)
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

  it('a nightly batch never exceeds its limit', async () => {
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
      const { step } = retentionRules.find((one) => one.key === key) ?? {}
      const batches: unknown[] = []
      for (let time = 0; time < 3; time += 1) batches.push(await inTransaction(db, async (tx) => step?.(tx, days, 2)))
      expect([key, batches]).toEqual([key, [2, 1, 0]])
    }
  })

  it('a nightly deletion continues after a crash and counts rows deleted before it', async () => {
    const { id } = await makeStudent()
    await events(id, [500, 499, 498])
    const { db } = await deps()
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

  it('the nightly deletion counts files that another job deleted on their day once', async () => {
    const student = await makeStudent()
    const { db } = await deps()
    for (let made = 0; made < 3; made += 1) await uploadStudentFile(student, 'CAPTURE')
    await sql`update file set delete_due_at = app_now() where owner_id = ${student.id}`.execute(db)
    await deleteExpiredFiles(await deps())
    await night(1)
    await night(1)
    expect((await rule('CAPTURES'))?.lastRun?.removed).toBeGreaterThanOrEqual(3)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from file where purpose = 'CAPTURE' and deleted_at > app_now() - interval '1 day'`.execute(
      db,
    )
    expect((await rule('CAPTURES'))?.lastRun?.removed).toBe(rows[0]?.count)
  })

  it('the nightly deletion does not start before its hour', async () => {
    const { db } = await deps()
    await db.updateTable('setting').set({ value: '24' }).where('key', '=', 'retention.hour').execute()
    await night()
    expect((await rule('SECURITY_LOG'))?.lastRun).toBeNull()
  })

  it('the nightly deletion removes old messages and unused uploads, but nothing in use', async () => {
    const student = await makeStudent()
    const { db } = await deps()
    for (const days of [800, 10])
      await sql`insert into message (student_id, kind, event, title, body, created_at)
        values (${student.id}, 'PROOF', ${randomUUID()}, '标题', '', app_now() - interval '1 day' * ${days}::int)`.execute(
        db,
      )
    const [loose, used, fresh] = [
      await uploadStudentFile(student, 'EVIDENCE'),
      await uploadStudentFile(student, 'AVATAR'),
      await uploadStudentFile(student, 'EVIDENCE'),
    ]
    await db.updateTable('student').set({ avatarFileId: used.id }).where('id', '=', student.id).execute()
    await sql`update file set created_at = app_now() - interval '31 days' where id in (${loose.id}, ${used.id})`.execute(
      db,
    )
    await deleteExpiredFiles(await night())
    const status = async ({ url }: { url: string }) => (await sendRawRequest(url)).status
    expect([await status(loose), await status(used), await status(fresh)]).toEqual([404, 200, 200])
    const { rows } = await sql`select from message where student_id = ${student.id}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('deletes an unused capture after a day and keeps used captures for their storage time', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 1 } })
    const { student } = exam.sign
    const { attemptId } = await startTestAttempt(exam)
    const [taken, loose, fresh] = [
      await uploadStudentFile(student, 'CAPTURE'),
      await uploadStudentFile(student, 'CAPTURE'),
      await uploadStudentFile(student, 'CAPTURE'),
    ]
    await must('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId: taken.id }, exam.token)
    const { db } = await deps()
    await sql`update file set created_at = app_now() - interval '25 hours' where id in (${taken.id}, ${loose.id})`.execute(
      db,
    )
    await deleteExpiredFiles(await night())
    const status = async ({ url }: { url: string }) => (await sendRawRequest(url)).status
    expect([await status(taken), await status(loose), await status(fresh)]).toEqual([200, 404, 200])
  })

  it('deletes decided corrections with their evidence, and names of accounts closed long ago', async () => {
    const [student, gone] = await Promise.all([makeStudent(), makeStudent()])
    const { db } = await deps()
    const evidence = await uploadStudentFile(student, 'EVIDENCE')
    await sql`insert into correction_request (id, student_id, field, wanted, reason, file_id, state, settled_at)
      values (${randomUUID()}, ${student.id}, 'NAME', '张三封', '写错', ${evidence.id}, 'WITHDRAWN', app_now() - interval '181 days'),
        (${randomUUID()}, ${student.id}, 'NAME', '张三风', '写错', null, 'WITHDRAWN', app_now() - interval '1 day')`.execute(
      db,
    )
    await sql`update student set phone = '', employer = null, gender = null, closed_at = app_now() - interval '11 years',
      erased_at = app_now() - interval '11 years' where id = ${gone.id}`.execute(db)
    await deleteExpiredFiles(await night())
    expect((await sendRawRequest(evidence.url)).status).toBe(404)
    expect((await rule('CORRECTIONS'))?.lastRun?.removed).toBe(1)
    const row = await db
      .selectFrom('student')
      .select(['name', 'idNo', 'certificateNo'])
      .where('id', '=', gone.id)
      .executeTakeFirst()
    expect(row).toEqual({ name: '已注销', idNo: '', certificateNo: '' })
  })

  it('keeps evidence that a reduction or another correction uses', async () => {
    const student = await makeStudent()
    const type = await makeReductionType(await makeReductionReviewer())
    const [reduced, twice] = [
      await uploadStudentFile(student, 'EVIDENCE'),
      await uploadStudentFile(student, 'EVIDENCE'),
    ]
    await makeSubmittedReduction(type, { attachments: [reduced.id] }, { student })
    const { db } = await deps()
    const withdrawn = (fileId: string, daysAgo: number) =>
      sql`insert into correction_request (id, student_id, field, wanted, reason, file_id, state, settled_at)
        values (${randomUUID()}, ${student.id}, 'NAME', '张三封', '写错', ${fileId}, 'WITHDRAWN',
          app_now() - interval '1 day' * ${daysAgo}::int)`.execute(db)
    await withdrawn(reduced.id, 181)
    await withdrawn(twice.id, 181)
    await withdrawn(twice.id, 1)
    await deleteExpiredFiles(await night())
    expect((await rule('CORRECTIONS'))?.lastRun?.removed).toBe(2)
    const status = async ({ url }: { url: string }) => (await sendRawRequest(url)).status
    expect([await status(reduced), await status(twice)]).toEqual([200, 200])
  })

  it('keeps evidence of an earlier submission of a reduction, also after a merge', async () => {
    const [first, second, last] = [await makeStudent(), await makeStudent(), await makeStudent()]
    const reviewer = await makeReductionReviewer()
    const earlier = await uploadStudentFile(first, 'EVIDENCE')
    const made = await makeSubmittedReduction(
      await makeReductionType(reviewer),
      { attachments: [earlier.id] },
      { student: first },
    )
    const { id, version } = made
    const back = { id, version, decision: 'RETURN', opinion: '看不清' } as const
    const returned = await mustStaff('POST /course_reduce/v1/decide', back, reviewer.token)
    const better = [(await uploadStudentFile(first, 'EVIDENCE')).id]
    const again = { ...made.input, version: returned.version, attachments: better }
    await must('POST /course_reduce/v1/submit', again, first.token)
    const loose = await uploadStudentFile(first, 'EVIDENCE')
    const desk = await makeMergeTestDesk()
    await desk.merge(second, first)
    await desk.merge(last, second)
    await sql`update file set created_at = app_now() - interval '31 days' where owner_id = ${first.id}`.execute(
      (await deps()).db,
    )
    await deleteExpiredFiles(await night())
    const status = async ({ url }: { url: string }) => (await sendRawRequest(url)).status
    expect([await status(earlier), await status(loose)]).toEqual([200, 404])
  })
})
