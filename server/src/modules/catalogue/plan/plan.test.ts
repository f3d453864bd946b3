import { randomUUID } from 'node:crypto'
import { shanghaiDayOf, startOfShanghaiDay } from '@ce/contract/plan-days'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeCourse, makePlan } from '../../../../test/factories/catalogue.ts'
import { unchangedPlanInput } from '../../../../test/factories/plan.ts'
import { recordTestHours } from '../../../../test/factories/proof.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { listMessagesTo, listMessageTitlesTo } from '../../../../test/told/messages.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { deliverAnnouncements } from '../../message/service/announce.ts'

const permissions = ['teaching.read', 'teaching.edit', 'teaching.publish'] as const
const academic = await makeStaff({ permissions })

const save = (input: unknown) => staffCall('POST /plan/v1/save', input, academic.token)
const open = (input: unknown) => staffCall('POST /plan/v1/open', input, academic.token)
const close = (input: unknown) => staffCall('POST /plan/v1/close', input, academic.token)
const info = (id: string) => mustStaff('GET /plan/v1/info', { id }, academic.token)

async function freshYear(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ year: number }>`select nextval('test_year')::int as year`.execute(db)
  return rows[0]?.year ?? 0
}

const day = 86_400_000
const inDays = (days: number) => startOfShanghaiDay(shanghaiDayOf(Date.now() + days * day))

async function fresh(change: object = {}) {
  const ids = [(await makeCourse()).courseId, (await makeCourse()).courseId]
  return {
    id: randomUUID(),
    version: 0,
    content: {
      year: await freshYear(),
      title: '测试年度计划',
      trial: false,
      signStartAt: inDays(-1),
      signEndAt: inDays(20_000),
      studyEndAt: inDays(20_100),
      price: 12_000,
      requiredHours: { professional: 12, public: 0 },
      courses: ids.map((courseId) => ({ courseId, required: true, hours: 6 })),
      ...change,
    },
  }
}

const asItStands = (id: string) => unchangedPlanInput(id, academic)

describe('draft plans', () => {
  it('a draft plan is created once, is visible only to staff and can be changed', async () => {
    const input = await fresh()
    const twins = await Promise.all([save(input), save(input)])
    for (const twin of twins) expect(twin).toMatchObject({ data: { id: input.id, version: 1 } })
    expect(await info(input.id)).toMatchObject({
      ...input.content,
      state: 'DRAFT',
      paid: 0,
      courses: input.content.courses.map((course) => ({
        ...course,
        state: 'PUBLISHED',
        chosen: 0,
      })),
    })
    const { token } = await makeStudent()
    const { list } = await must('GET /course/v1/year_list', {}, token)
    expect(list.some(({ year }) => year === input.content.year)).toBe(false)
    const [one, two] = input.content.courses
    const content = { ...input.content, price: 9000, courses: [two, { ...one, required: false }] }
    expect(await save({ ...input, version: 1, content })).toMatchObject({ data: { version: 2 } })
    expect(await save({ ...input, version: 1, content })).toMatchObject({ data: { version: 2 } })
    expect(await info(input.id)).toMatchObject(content)
    expect(await listAuditRowsOf(input.id)).toMatchObject([
      { action: 'plan.saved', detail: { after: input.content } },
      { action: 'plan.saved', detail: { before: input.content, after: content } },
    ])
    const plans = await mustStaff('GET /plan/v1/list', {}, academic.token)
    expect(plans.find(({ id }) => id === input.id)).toMatchObject({ courses: 2, state: 'DRAFT' })
  })

  it('a plan that was never opened can be deleted, and the audit log keeps its content', async () => {
    const input = await fresh()
    await save(input)
    const remove = (version: number, token?: string, id = input.id) =>
      staffCall('POST /plan/v1/remove', { id, version }, token)
    const reader = await makeStaff({ permissions: ['teaching.read', 'teaching.publish'] })
    expect(await remove(1)).toMatchObject({ status: 401 })
    expect(await remove(1, reader.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await remove(-1, academic.token)).toMatchObject({ key: 'common.invalid' })
    expect(await remove(2, academic.token)).toMatchObject({ key: 'plan.versionStale' })
    expect(await remove(1, academic.token, randomUUID())).toMatchObject({ key: 'plan.notFound' })
    const twins = await Promise.all([remove(1, academic.token), remove(1, academic.token)])
    expect(twins.map(({ code }) => code === 1).sort()).toEqual([false, true])
    expect((await listAuditRowsOf(input.id)).at(-1)).toMatchObject({
      action: 'plan.removed',
      detail: { before: input.content },
    })
    const again = await fresh({ year: input.content.year })
    expect(await save(again)).toMatchObject({ code: 1 })
    await open({ id: again.id, version: 1 })
    expect(await remove(1, academic.token, again.id)).toMatchObject({ key: 'plan.wasOpened' })
    expect(await info(again.id)).toMatchObject({ courses: again.content.courses })
  })

  it('saving a plan refuses a year that has one already, an outdated change and unknown ids', async () => {
    const input = await fresh()
    await save(input)
    const { year } = input.content
    expect(await save(await fresh({ year }))).toMatchObject({
      key: 'plan.yearTaken',
      data: { fields: { year: expect.any(String) } },
    })
    const other = await fresh()
    await save(other)
    expect(await save({ ...other, version: 1, content: { ...other.content, year } })).toMatchObject({
      key: 'plan.yearTaken',
    })
    await save({ ...input, version: 1, content: { ...input.content, title: '甲的修改' } })
    expect(await save({ ...input, version: 1, content: { ...input.content, title: '乙的修改' } })).toMatchObject({
      key: 'plan.versionStale',
      data: { by: academic.username },
    })
    expect(await save({ ...(await fresh()), version: 7 })).toMatchObject({ key: 'plan.notFound' })
    const courses = [{ courseId: randomUUID(), required: true, hours: 6 }]
    expect(await save(await fresh({ courses }))).toMatchObject({ key: 'plan.noSuchCourse' })
    const missing = { id: randomUUID() }
    expect(await staffCall('GET /plan/v1/info', missing, academic.token)).toMatchObject({
      key: 'plan.notFound',
    })
    expect(await staffCall('GET /plan/v1/info', { id: 'x' }, academic.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it.each([
    ['signEndAt', { signEndAt: inDays(-2) }],
    ['studyEndAt', { studyEndAt: inDays(1) }],
    ['signStartAt', { signStartAt: '明天' }],
    ['signStartAt', { signStartAt: '9999-12-31T00:00:00Z' }],
    ['signStartAt', { signStartAt: '2026-12-31T16:00:01Z' }],
    ['signEndAt', { signEndAt: '2060-12-20T07:00:00Z' }],
    ['studyEndAt', { studyEndAt: '2090-12-31T15:58:59Z' }],
    ['price', { price: 0.5 }],
    ['price', { price: -1 }],
    ['requiredHours', { requiredHours: { professional: 1.25, public: 0 } }],
    ['title', { title: '长'.repeat(61) }],
    ['courses', { courses: [{ courseId: randomUUID(), required: true, hours: 0 }] }],
    ['year', { year: 1990 }],
  ])('saving a plan refuses a bad %s: %j', async (field, change) => {
    const input = await fresh(change)
    expect(await save(input)).toMatchObject({
      status: 200,
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect(await staffCall('GET /plan/v1/info', { id: input.id }, academic.token)).toMatchObject({
      key: 'plan.notFound',
    })
  })
})

it('a plan ends at midnight after its last day, even if an old page sends 23:59 as its end', async () => {
  const input = await fresh({
    signEndAt: '2080-12-20T15:59:00Z',
    studyEndAt: '2080-12-31T23:59:59.999+08:00',
  })
  expect(await save(input)).toMatchObject({ code: 1 })
  expect(await info(input.id)).toMatchObject({
    signEndAt: '2080-12-20T16:00:00.000Z',
    studyEndAt: '2080-12-31T16:00:00.000Z',
  })
})

describe('opening and closing', () => {
  it('a complete plan opens once and becomes visible to students', async () => {
    const input = await fresh()
    await save(input)
    expect(await open({ id: input.id, version: 9 })).toMatchObject({ key: 'plan.versionStale' })
    const twins = await Promise.all([1, 1].map((version) => open({ id: input.id, version })))
    for (const twin of twins) expect(twin).toMatchObject({ data: { state: 'OPEN' } })
    const { token } = await makeStudent()
    const { list } = await must('GET /course/v1/year_list', {}, token)
    expect(list.find(({ year }) => year === input.content.year)).toMatchObject({
      state: 'OPEN',
      price: 12_000,
    })
    const actions = (await listAuditRowsOf(input.id)).map(({ action }) => action)
    expect(actions).toEqual(['plan.saved', 'plan.opened'])
  })

  it('opening an incomplete plan is refused with all problems', async () => {
    const empty = await fresh({ courses: [] })
    await save(empty)
    expect(await open({ id: empty.id, version: 1 })).toMatchObject({
      key: 'plan.notReady',
      data: { problems: ['还没有课程', expect.stringContaining('不足要求的 12 学时')] },
    })
    const input = await fresh()
    await save(input)
    const { db } = await deps()
    const withdrawn = input.content.courses[0]?.courseId ?? ''
    await db.updateTable('course').set({ withdrawnAt: sql`app_now()` }).where('id', '=', withdrawn).execute()
    expect(await open({ id: input.id, version: 1 })).toMatchObject({
      key: 'plan.notReady',
      msg: expect.stringContaining('已撤下'),
    })
    expect(await open({ id: randomUUID(), version: 1 })).toMatchObject({ key: 'plan.notFound' })
    expect(await open({ id: input.id })).toMatchObject({ key: 'common.invalid' })
  })

  it('a plan cannot open before the site has an organizer', async () => {
    const input = await fresh()
    await save(input)
    const { db } = await deps()
    const { value } = await db.selectFrom('siteInfo').select('value').executeTakeFirstOrThrow()
    const problem = '还没有在站点信息填写主办单位（学时证明上的发证机构）'
    await db.deleteFrom('siteInfo').execute()
    try {
      expect(await open({ id: input.id, version: 1 })).toMatchObject({
        key: 'plan.notReady',
        data: { problems: [problem] },
      })
    } finally {
      await db
        .insertInto('siteInfo')
        .values({ value: JSON.stringify(value) })
        .execute()
    }
    expect(await open({ id: input.id, version: 1 })).toMatchObject({ data: { state: 'OPEN' } })
  })

  it('closing a plan early stops sign-up, reopening allows it again, and paid students keep studying', async () => {
    const plan = await makePlan({ courses: [{ hours: 120 }] })
    const sign = await makeSign({ plan })
    const reason = '名额已满'
    for (let time = 0; time < 2; time += 1)
      expect(await close({ id: plan.id, closed: true, reason })).toMatchObject({
        data: { state: 'CLOSED' },
      })
    const { token } = await makeStudent()
    const order = {
      year: plan.year,
      courseIds: plan.courses.map(({ courseId }) => courseId),
      payType: 'DEMO',
    } as const
    expect(await call('POST /order/v1/create_order', order, token)).toMatchObject({
      key: 'order.planClosed',
    })
    const { id } = sign.courses[0] ?? { id: '' }
    const studying = await must('GET /course/v1/learn_course_detail', { id }, sign.student.token)
    expect(studying.studyOpen).toBe(true)
    expect(await close({ id: plan.id, closed: false, reason })).toMatchObject({
      data: { state: 'OPEN' },
    })
    expect((await listAuditRowsOf(plan.id)).map(({ action }) => action)).toEqual(['plan.closed', 'plan.opened'])
    const draft = await fresh()
    await save(draft)
    expect(await close({ id: draft.id, closed: true, reason })).toMatchObject({
      key: 'plan.notOpened',
    })
    expect(await close({ id: randomUUID(), closed: true, reason })).toMatchObject({
      key: 'plan.notFound',
    })
    expect(await close({ id: plan.id, closed: true, reason: '' })).toMatchObject({
      key: 'common.invalid',
    })
  })
})

describe('plan changes after the first payment', () => {
  it('a paid plan keeps year, price and required hours, and its study end cannot move earlier', async () => {
    const plan = await makePlan({ courses: [{}, {}] })
    const { student } = await makeSign({ plan })
    const unpaid = await makeSign({ plan, paid: false })
    const input = await asItStands(plan.id)
    const change = (content: object) => save({ ...input, content: { ...input.content, ...content } })
    const requiredHours = { professional: 6, public: 0 }
    expect(await change({ price: 1, requiredHours })).toMatchObject({
      key: 'plan.sold',
      msg: '已有 1 名学员缴费，价格、专业科目要求学时不能再改',
    })
    expect(await change({ year: await freshYear() })).toMatchObject({ key: 'plan.sold' })
    const studyEndAt = input.content.signEndAt
    expect(await change({ studyEndAt })).toMatchObject({ key: 'plan.shortened' })
    expect(await change({ courses: input.content.courses.slice(1) })).toMatchObject({
      key: 'plan.courseChosen',
    })
    expect(await asItStands(plan.id)).toEqual(input)
    const later = new Date(Date.parse(input.content.studyEndAt) + day).toISOString()
    expect(await change({ title: '改个名称', studyEndAt: later })).toMatchObject({
      data: { version: 2 },
    })
    const stop = new AbortController()
    stop.abort()
    await deliverAnnouncements(await deps(), stop.signal).catch(() => undefined)
    await Promise.all([deliverAnnouncements(await deps()), deliverAnnouncements(await deps())])
    await deliverAnnouncements(await deps())
    expect(await listMessagesTo(student)).toMatchObject([
      { kind: 'DEADLINE', title: `${plan.year} 年度学习截止时间已调整` },
    ])
    expect(await listMessageTitlesTo(unpaid.student)).toEqual([`${plan.year} 年度报名计划已调整`])
    for (const closed of [true, false]) await close({ id: plan.id, closed, reason: '名额已满' })
    await deliverAnnouncements(await deps())
    expect(await listMessageTitlesTo(unpaid.student)).toEqual([
      `${plan.year} 年度报名已恢复`,
      `${plan.year} 年度报名已提前结束`,
      `${plan.year} 年度报名计划已调整`,
    ])
    expect(await listMessageTitlesTo(student)).toHaveLength(1)
  })

  it('a plan with hours but no payment keeps year and required hours, but its price may change', async () => {
    const plan = await makePlan({ requiredPublic: 30, courses: [{ hours: 120 }] })
    const { db } = await deps()
    const row = db.updateTable('plan').where('id', '=', plan.id)
    const required = (requiredPublic: number) => row.set({ requiredPublic }).execute()
    await required(20)
    await recordTestHours(await makeStudent(), plan, 1)
    const input = await asItStands(plan.id)
    const change = (content: object) => save({ ...input, content: { ...input.content, ...content } })
    const year = await freshYear()
    const requiredHours = { professional: 12, public: 3 }
    expect(await change({ year, requiredHours, price: 1 })).toMatchObject({
      key: 'plan.counted',
      msg: expect.stringContaining('年度、公需科目要求学时不能再改'),
    })
    await expect(required(30)).rejects.toThrow('are fixed once somebody has hours')
    await expect(row.set({ year }).execute()).rejects.toThrow('are fixed once somebody has hours')
    expect(await change({ price: 1 })).toMatchObject({ code: 1 })
  })

  it('a changed number of course hours applies only to later sign-ups', async () => {
    const plan = await makePlan({ courses: [{ hours: 120 }] })
    const before = await makeSign({ plan })
    const input = await asItStands(plan.id)
    const courses = input.content.courses.map((course) => ({ ...course, hours: 15.5 }))
    expect(await save({ ...input, content: { ...input.content, courses } })).toMatchObject({
      code: 1,
    })
    const after = await makeSign({ plan })
    const hoursOf = async (token: string) =>
      (await must('GET /course/v1/my_course', {}, token)).list[0]?.courses[0]?.hours
    expect(await hoursOf(before.student.token)).toBe(12)
    expect(await hoursOf(after.student.token)).toBe(15.5)
  })

  it('a change of an open plan must leave enough hours to complete it', async () => {
    const plan = await makePlan({ courses: [{ hours: 120 }] })
    const input = await asItStands(plan.id)
    const courses = input.content.courses.map((course) => ({ ...course, hours: 1 }))
    expect(await save({ ...input, content: { ...input.content, courses } })).toMatchObject({
      key: 'plan.notReady',
    })
    expect(await asItStands(plan.id)).toEqual(input)
  })

  it('a plan whose sign-up has ended reopens by a new end date only if students can complete it', async () => {
    const { db } = await deps()
    const plan = await makePlan({
      signEndAt: new Date(startOfShanghaiDay(shanghaiDayOf(await appNow(db)))),
      courses: [{ hours: 10 }],
    })
    const input = await asItStands(plan.id)
    const change = (content: object) => save({ ...input, content: { ...input.content, ...content } })
    const { signEndAt, studyEndAt } = input.content
    expect(await change({ signEndAt: studyEndAt })).toMatchObject({ key: 'plan.notReady' })
    expect(await asItStands(plan.id)).toEqual(input)
    expect(await change({ signEndAt, title: '改个名称' })).toMatchObject({ code: 1 })
  })
})

it('staff who may only read plans cannot change them', async () => {
  const reader = await makeStaff({ permissions: ['teaching.read'] })
  for (const key of ['POST /plan/v1/save', 'POST /plan/v1/open', 'POST /plan/v1/close'] as const)
    expect(await staffCall(key, {}, reader.token)).toMatchObject({ key: 'staff.forbidden' })
})
