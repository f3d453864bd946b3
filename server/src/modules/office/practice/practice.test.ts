import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientBase, type Envelope, staffBase } from '@ce/contract'
import { endOfShanghaiDay } from '@ce/contract/plan-days'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInDemoStudent } from '../../../../seeds/demo/people.ts'
import { drawPracticePasswords, practiceLearners } from '../../../../seeds/practice/people.ts'
import { createPracticePortal } from '../../../../seeds/practice.ts'
import { createTestPerson } from '../../../../test/factories/student.ts'
import { createOwnDatabase, type OwnDatabase } from '../../../../test/own-database.ts'
import { sendRawRequest } from '../../../../test/world.ts'
import { buildApp } from '../../../app.ts'
import { systemAuthor } from '../../../platform/audit.ts'
import { appNow, inTransaction, openDb } from '../../../platform/db/database.ts'
import { migrate, requireSameSchema } from '../../../platform/db/migrate.ts'
import { sharePool } from '../../../platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../../../platform/deps.ts'
import { readEnv } from '../../../platform/env.ts'
import { runJobsAfterClockMoves } from '../../../platform/jobs/run-after-moves.ts'
import { checkPracticeData, readPracticeState } from '../../../platform/practice.ts'
import { insertInitialQuestions } from '../../catalogue/question/service.ts'
import { addCourse, addPlan, addPlanCourse } from '../../catalogue/service.ts'
import { importStudent } from '../../student/service/register.ts'
import { insertStaffAccount } from '../staff/service/accounts.ts'

const folder = mkdtempSync(join(tmpdir(), 'ce-practice-'))
const passwords = drawPracticePasswords()
const person = createTestPerson('真实学员')
const day = 86_400_000
let source: OwnDatabase
let target: OwnDatabase
let deps: Deps
let app: FastifyInstance
let planId: string

beforeAll(async () => {
  source = await createOwnDatabase()
  target = await createOwnDatabase()
  await Promise.all([migrate(source.pool), migrate(target.pool)])
  planId = await makeSource()
  const env = { DATABASE_URL: target.connectionString, DATA_DIR: folder, DEMO: '1', PORT: '0' }
  deps = await openDeps({ ...readEnv(env), practice: true }, sharePool(target.pool))
  const client = await source.pool.connect()
  await createPracticePortal(deps, { client, named: 'db.example.cn/portal' }, passwords).finally(() => client.release())
  app = await buildApp(deps)
})
afterAll(async () => {
  await app?.close()
  await closeDeps(deps)
  await Promise.all([source.drop(), target.drop()])
  rmSync(folder, { recursive: true, force: true })
})

async function makeSource(): Promise<string> {
  const db = openDb(source.pool)
  await inTransaction(db, (tx) =>
    insertStaffAccount(tx, systemAuthor, {
      ...{ username: 'zhenshi', name: '真实人员', roles: ['ACADEMIC'] },
      ...{ passwordHash: 'nobody signs in', mustChangePassword: false },
    }),
  )
  const { password: _, ...named } = person
  const row = {
    idType: 'ID_CARD',
    titleCode: 0,
    initialPasswordChanged: true,
    employer: null,
  } as const
  await importStudent(db, { ...row, ...named }, '0'.repeat(32))
  const { rows } = await sql<{ id: string }>`
    insert into file (purpose, storage_key, name, mime, size, sha256)
    values ('LESSON', 'a-real-film', '真实影片.mp4', 'video/mp4', 1, '\\x00') returning id`.execute(db)
  const courseId = await addCourse(db, {
    ...{ code: 'real-course', title: '处方审核', intro: '', subject: 'PROFESSIONAL' },
    ...{ coverFileId: null, trialSeconds: 60 },
    teacher: { name: '李老师', titleCode: 1, employer: '', intro: '' },
    lessons: [{ title: '第一讲', kind: 'VIDEO', durationDs: 27_000, videoFileId: rows[0]?.id ?? '' }],
  })
  const question = (type: 'SINGLE' | 'MULTIPLE' | 'JUDGE', no: number) => ({
    ...{ type, difficulty: 1 as const, stem: `第 ${no} 题（${type}）`, explanation: '' },
    options: [...'abcd'].slice(0, type === 'JUDGE' ? 2 : 4).map((id) => ({
      id,
      text: type === 'JUDGE' ? (id === 'a' ? '正确' : '错误') : `选项 ${id} ${no}`,
    })),
    answer: type === 'MULTIPLE' ? ['a', 'b'] : ['a'],
  })
  const bank = (['SINGLE', 'MULTIPLE', 'JUDGE'] as const).flatMap((type) =>
    Array.from({ length: 10 }, (_, index) => question(type, index + 1)),
  )
  await insertInitialQuestions(db, courseId, bank)
  const now = await appNow(db)
  const at = (days: number) =>
    new Date(endOfShanghaiDay(new Date(now.getTime() + days * day + 8 * 3_600_000).toISOString().slice(0, 10)))
  const id = await addPlan(db, {
    ...{ year: 2026, title: '2026 年度继续教育', priceFen: 12_000 },
    ...{ requiredProfessional: 60, requiredPublic: 30 },
    ...{ signStartAt: at(-100), signEndAt: at(20), studyEndAt: at(40) },
  })
  await addPlanCourse(db, { planId: id, courseId, position: 1, required: true, hours: 60 })
  await db.updateTable('plan').set({ updatedBy: 'zhenshi' }).execute()
  await db.updateTable('course').set({ updatedBy: 'zhenshi' }).execute()
  return id
}

async function send(method: 'GET' | 'POST', url: string, token: string, input?: object) {
  const answer = await app.inject({
    ...{ method, url, headers: { authorization: token } },
    ...(input ? (method === 'POST' ? { payload: input } : { query: input as Record<string, string> }) : {}),
  })
  const { code, data } = answer.json<Envelope<Record<string, unknown>>>()
  return { code, data, key: code === 1 ? undefined : data?.key }
}
const staff = async (username: string) => {
  const { data } = await send('POST', `${staffBase}/staff/v1/login`, '', {
    ...{ username, password: passwords.staff.get(username) },
  })
  return String(data.token)
}
function contentOf(plan: Record<string, unknown>, studyEndAt: string) {
  const { year, title, trial, signStartAt, signEndAt, price, requiredHours } = plan
  const courses = (plan.courses as { courseId: string; required: boolean; hours: number }[]).map(
    ({ courseId, required, hours }) => ({ courseId, required, hours }),
  )
  return { year, title, trial, signStartAt, signEndAt, studyEndAt, price, requiredHours, courses }
}
const clock = `${staffBase}/practice/v1/clock`
const move = (token: string, to: unknown) => send('POST', clock, token, { to })
const learner = (state: string) => practiceLearners.find((one) => one.state === state)?.phone ?? ''

describe('practice portal', () => {
  it('a practice portal has the plans of the source with their ids but none of its people', async () => {
    const plan = await deps.db.selectFrom('plan').selectAll().executeTakeFirstOrThrow()
    expect(plan).toMatchObject({ id: planId, title: '2026 年度继续教育', updatedBy: 'system' })
    const { rows: found } = await target.pool.query<{ table: string }>(
      `select table_name::text as table from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const words = ['zhenshi', '真实人员', person.name, '真实影片', person.phone, person.idNo, 'a-real-film']
    for (const { table } of found) {
      const { rows } = await target.pool.query(
        `select 1 from ${table} t where to_jsonb(t)::text like any($1) limit 1`,
        [words.map((word) => `%${word}%`)],
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    const counts = await deps.db
      .selectFrom(['course', 'lesson'])
      .select(['lesson.durationDs', 'course.coverFileId'])
      .execute()
    expect(counts).toEqual([{ durationDs: 140, coverFileId: null }])
    expect(await deps.db.selectFrom('question').select('id').execute()).toHaveLength(30)
  })

  it('a practice portal neither changes the source nor can write to it', async () => {
    const { rows } = await source.pool.query('select count(*)::int as n from practice_portal')
    expect(rows[0].n).toBe(0)
    await requireSameSchema(await release(source), 'db')
    await source.pool.query(`delete from migration where name like '098%'`)
    await expect(requireSameSchema(await release(source), 'db')).rejects.toThrow(/older version.*098/)
  })

  it('a practice portal has students at every stage, whose proofs are marked invalid', async () => {
    const proofs = await deps.db.selectFrom('proof').select(['number', 'snapshot']).execute()
    expect(proofs).toHaveLength(practiceLearners.filter(({ state }) => state === 'PROVEN').length)
    for (const { number, snapshot } of proofs) {
      expect(number).toMatch(/^YL2026\d{7}$/)
      expect(snapshot).toMatchObject({ trial: true, issuer: '演练单位' })
    }
    const open = await deps.db.selectFrom('orders').select('status').execute()
    const by = Object.groupBy(open, ({ status }) => status)
    expect([by.PAID?.length, by.PENDING?.length]).toEqual([16, 2])
  })

  it('only a practice portal has the practice calls', async () => {
    await expect(checkPracticeData(deps.db, { practice: false })).rejects.toThrow(/only `npm run rehearsal`/)
    await expect(checkPracticeData(openDb(source.pool), { practice: true })).rejects.toThrow(/serves no other/)
    expect(() => readEnv({ NODE_ENV: 'production', REHEARSAL_DIR: 'x' })).toThrow(/REHEARSAL_DIR/)
    for (const path of [clock, `${clientBase}/practice/v1/time`]) {
      const answer = await sendRawRequest(path)
      const { data } = (await answer.json()) as Envelope<{ key?: string }>
      expect([answer.status, data.key]).toEqual([404, 'common.noSuchCall'])
    }
  })

  it('only administrators can move the practice clock, and only forward', async () => {
    const admin = await staff('yl.admin1')
    const auditor = await staff('yl.shenji')
    const academic = await staff('yl.jiaowu1')
    const { data } = await send('GET', clock, auditor)
    expect(data).toMatchObject({ source: 'db.example.cn/portal', jobs: { done: 0, all: 0 } })
    const now = Date.parse(String(data.now))
    const later = new Date(now + 3_600_000).toISOString()
    expect(await move(auditor, later)).toMatchObject({ key: 'staff.forbidden' })
    expect(await send('GET', clock, academic)).toMatchObject({ key: 'staff.forbidden' })
    for (const to of [undefined, '明天', 5, '2026-13-01T00:00:00Z'])
      expect(await move(admin, to)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { to: expect.any(String) } },
      })
    for (const to of [now - 1000, 0])
      expect(await move(admin, new Date(to).toISOString())).toMatchObject({
        key: 'practice.notForward',
      })
    expect(await move(admin, new Date(now + 1101 * day).toISOString())).toMatchObject({
      key: 'practice.tooFar',
    })
    await expect(sql`update app_clock set shift = shift - interval '1 minute'`.execute(deps.db)).rejects.toThrow(
      /only moves on/,
    )
    expect(await move(admin, later)).toMatchObject({ code: 1 })
    expect((await move(admin, later)).key).toBe('practice.notForward')
    const written = await deps.db
      .selectFrom('auditLog')
      .select('actor')
      .where('action', '=', 'setting.clockMoved')
      .execute()
    expect(written).toEqual([{ actor: 'yl.admin1' }])
  })

  it('jobs run soon after the practice clock moves and report their progress', async () => {
    const admin = await staff('yl.admin1')
    const ran: Date[] = []
    const moves = runJobsAfterClockMoves(
      deps,
      [
        {
          name: 'test.first',
          every: 'MINUTE',
          run: async ({ db }) => void ran.push(await appNow(db)),
        },
        {
          name: 'test.broken',
          every: 'QUARTER_MINUTE',
          run: () => Promise.reject(new Error('no')),
        },
        {
          name: 'test.pulse',
          every: 'PULSE',
          run: () => Promise.reject(new Error('not this one')),
        },
      ],
      50,
    )
    await expect.poll(async () => (await readPracticeState(deps.db)).jobsDone).toBe(4)
    ran.splice(0)
    const to = new Date((await appNow(deps.db)).getTime() + day)
    await move(admin, to.toISOString())
    await expect.poll(() => ran.length).toBe(2)
    await expect.poll(async () => (await readPracticeState(deps.db)).jobsDone).toBe(4)
    await moves.stop()
    expect(ran).toHaveLength(2)
    for (const at of ran) expect(at.getTime()).toBeGreaterThanOrEqual(to.getTime())
  })

  it('a year closes when the practice clock passes its end, and sign-up reopens with the next plan', async () => {
    const admin = await staff('yl.admin1')
    const late = await signInDemoStudent(app, learner('PAID'), passwords.learners)
    const { list } = await late('GET /course/v1/my_course')
    const course = { id: list[0]?.courses[0]?.id ?? '' }
    const { data } = await send('GET', clock, admin)
    const ends = (data.dates as { kind: string; at: string }[]).find(({ kind }) => kind === 'STUDY_END')
    const end = Date.parse(ends?.at ?? '')
    await move(admin, new Date(end - 60_000).toISOString())
    expect(await late('GET /course/v1/learn_course_detail', course)).toMatchObject({
      studyOpen: true,
    })
    await move(admin, new Date(end).toISOString())
    expect(await late('GET /course/v1/learn_course_detail', course)).toMatchObject({
      studyOpen: false,
    })
    // Both kinds of session, of twelve and two hours, stay valid when the clock moves.
    const { data: plan } = await send('GET', `${staffBase}/plan/v1/info`, admin, { id: planId })
    expect(plan).toMatchObject({ id: planId })
    const content = contentOf(plan, new Date(end + 30 * day).toISOString())
    expect(
      await send('POST', `${staffBase}/plan/v1/save`, admin, {
        id: planId,
        version: plan.version,
        content,
      }),
    ).toMatchObject({ code: 1 })
    expect(await late('GET /course/v1/learn_course_detail', course)).toMatchObject({
      studyOpen: true,
    })
  })
})

async function release({ pool }: OwnDatabase) {
  const client = await pool.connect()
  client.release()
  return client
}
