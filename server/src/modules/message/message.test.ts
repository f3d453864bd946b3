import { randomUUID } from 'node:crypto'
import { shanghaiDayOf } from '@ce/contract/plan-days'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectStudentCallIsGuarded } from '../../../test/expect-guarded.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makePaidOrder, setOrderRefunded } from '../../../test/factories/invoice.ts'
import { callCreateOrder, signInAgain } from '../../../test/factories/order.ts'
import { passTimeToHour } from '../../../test/factories/outside.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff } from '../../../test/world.ts'
import { appNow, inTransaction } from '../../platform/db/database.ts'
import { recordSecurityEvent } from '../../platform/security-log.ts'
import { reverseCreditedHours } from '../credits/certification_grant/service/credit.ts'
import { recordPublicHours, sourceIdOfRecord } from '../credits/certification_grant/service/record.ts'
import { notifyLockedAccounts, remindDeadlines } from './service/remind.ts'
import { type NewMessage, notify } from './service.ts'

const list = async ({ token }: TestStudent, input: object = {}) =>
  (await must('GET /message/v1/list', input as never, token)).list
const unread = async ({ token }: TestStudent) => (await must('GET /message/v1/unread', {}, token)).count

async function tell(studentId: string, change: Partial<NewMessage> = {}): Promise<void> {
  const { db } = await deps()
  const message = { studentId, kind: 'REVIEW', title: '审核通过', body: '可以查看了', link: null }
  const event = `test:${randomUUID()}`
  await inTransaction(db, (tx) => notify(tx, { ...message, kind: 'REVIEW', event, ...change }))
}

describe('messages of a student', () => {
  it('messages are listed newest first; unread ones are counted and marked read singly or together', async () => {
    const student = await makeStudent()
    await tell(student.id, { title: '第一条' })
    await tell(student.id, { title: '第二条', link: '/system/orders' })
    const shown = await list(student)
    expect(shown).toMatchObject([
      { title: '第二条', link: '/system/orders', read: false },
      { title: '第一条', link: null, read: false },
    ])
    expect(await unread(student)).toBe(2)
    const { id } = shown[1] ?? {}
    await must('POST /message/v1/read', { id: id ?? '' }, student.token)
    await must('POST /message/v1/read', { id: id ?? '' }, student.token)
    expect((await list(student, { unread: 'true' })).map(({ title }) => title)).toEqual(['第二条'])
    const before = shown[0]?.at ?? ''
    await tell(student.id, { title: '后来的' })
    expect(await must('POST /message/v1/read_all', { before }, student.token)).toEqual({ count: 1 })
    expect((await list(student, { unread: 'true' })).map(({ title }) => title)).toEqual(['后来的'])
  })

  it('an event sends one message, and an event whose transaction is rolled back sends none', async () => {
    const student = await makeStudent()
    const { db } = await deps()
    const event = `test:${randomUUID()}`
    await Promise.all([1, 2, 3].map(() => tell(student.id, { event })))
    expect(await list(student)).toHaveLength(1)
    const killed = inTransaction(db, async (tx) => {
      const message = { studentId: student.id, kind: 'PROOF', event: 'x', title: 'x', body: 'x' }
      await notify(tx, { ...message, kind: 'PROOF', link: null })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await list(student)).toHaveLength(1)
  })

  it('the message of another student is not found', async () => {
    const [owner, stranger] = [await makeStudent(), await makeStudent()]
    await tell(owner.id)
    const { id } = (await list(owner))[0] ?? {}
    for (const asked of [id, randomUUID()])
      expect(await call('POST /message/v1/read', { id: asked }, stranger.token)).toMatchObject({
        key: 'common.notFound',
      })
    const before = new Date(Date.now() + 1e10).toISOString()
    await must('POST /message/v1/read_all', { before }, stranger.token)
    expect(await unread(owner)).toBe(1)
    expect(await list(stranger)).toEqual([])
  })

  it.each([
    ['GET /message/v1/list', { unread: 'maybe' }, 'unread'],
    ['POST /message/v1/read', { id: '1' }, 'id'],
    ['POST /message/v1/read_all', { before: 'now' }, 'before'],
  ] as const)('%s requires sign-in and valid input', async (...one) => expectStudentCallIsGuarded(one))

  it('the unread count requires sign-in', async () => {
    expect((await call('GET /message/v1/unread')).status).toBe(401)
  })
})

describe('events that send a message', () => {
  it('a lock after wrong passwords sends at most one message a day', async () => {
    const { db } = await deps()
    const student = await makeStudent()
    const client = { ip: '192.0.2.9', userAgent: 'test' }
    for (let time = 0; time < 2; time += 1) {
      await recordSecurityEvent(db, { ...client, studentId: student.id, event: 'ACCOUNT_LOCKED' })
      await Promise.all([notifyLockedAccounts({ db }), notifyLockedAccounts({ db })])
    }
    expect(await list(student)).toMatchObject([{ kind: 'ACCOUNT', title: '账号曾被暂时锁定' }])
  })

  it('a paid or free order sends one message', async () => {
    const { student, orderNo, signId } = await makePaidOrder()
    await must('GET /order/v1/query_status', { orderNo }, student.token)
    expect(await list(student)).toMatchObject([
      { kind: 'PAYMENT', title: '报名成功', link: `/system/my-courses/${signId}` },
    ])
    expect((await list(student))[0]?.body).toContain('¥120.00')
    const free = await makeStudent()
    await callCreateOrder(free, await makePlan({ priceFen: 0 }))
    expect(await list(free)).toMatchObject([{ kind: 'PAYMENT' }])
  })

  it('issuing and revoking a proof each send one message', async () => {
    const plan = await makePlan({ requiredProfessional: 0, requiredPublic: 10 })
    const student = await makeStudent()
    const world = await deps()
    const { year } = plan
    const record = { account: student.phone, year, hours: 1, title: '公需', reference: 'M-1' }
    await recordPublicHours(world, { ...record, actor: 'staff:test' })
    expect((await list(student)).map(({ title }) => title).sort()).toEqual([
      `${year} 年度学时证明已生成`,
      '公需学时已录入',
    ])
    const entry = { studentId: student.id, year, source: 'RECORD' as const, actor: 'staff:test' }
    await inTransaction(world.db, (tx) =>
      reverseCreditedHours(tx, world, { ...entry, sourceId: `${year}/M-1`, reason: '凭证有误' }),
    )
    const [last] = await list(student)
    expect(last).toMatchObject({ title: `${year} 年度学时证明已撤销` })
    expect(last?.body).toContain('凭证有误')
  })
})

async function endStudyIn(planId: string, days: number): Promise<void> {
  const { db } = await deps()
  const after = (day: number) =>
    sql<Date>`(shanghai_date(app_now()) + ${day + 1}::int)::timestamp at time zone 'Asia/Shanghai'`
  await db
    .updateTable('plan')
    .set({ signStartAt: after(-9), signEndAt: after(-8), studyEndAt: after(days) })
    .where('id', '=', planId)
    .execute()
}

describe('deadline reminders', () => {
  beforeAll(() => passTimeToHour(9))

  it('reminders come 30, 7 and 1 days before study ends, once each, only to paid incomplete students', async () => {
    const { student, plan } = await makePaidOrder()
    const unpaid = await makeStudent()
    await callCreateOrder(unpaid, plan)
    const refunded = await makePaidOrder({ plan })
    await setOrderRefunded(refunded)
    const world = await deps()
    const endIn = (days: number) => endStudyIn(plan.id, days)
    const reminded = async () => {
      await Promise.all([remindDeadlines(world), remindDeadlines(world)])
      await signInAgain(student)
      return (await list(student)).filter(({ kind }) => kind === 'DEADLINE').map(({ title }) => title)
    }
    await endIn(31)
    expect(await reminded()).toEqual([])
    for (const [days, count] of [
      [30, 1],
      [30, 1],
      [7, 2],
      [1, 3],
      [0, 4],
      [-1, 4],
    ] as const) {
      await endIn(days)
      expect(await reminded(), `${days} days`).toHaveLength(count)
    }
    expect((await reminded())[0]).toMatch(/年度学习已截止$/)
    for (const other of [unpaid, refunded.student]) {
      await signInAgain(other)
      expect((await list(other)).filter(({ kind }) => kind === 'DEADLINE')).toEqual([])
    }
  })

  it('a reminder shows the current deadline and the days left when it is read', async () => {
    const { student, plan } = await makePaidOrder()
    await endStudyIn(plan.id, 20)
    await remindDeadlines(await deps())
    await signInAgain(student)
    const newest = async () => (await list(student))[0]
    expect((await newest())?.title).toBe(`${plan.year} 年度学习还有 20 天截止`)
    await endStudyIn(plan.id, 3)
    expect((await newest())?.title).toBe(`${plan.year} 年度学习还有 3 天截止`)
    await endStudyIn(plan.id, 0)
    const today = shanghaiDayOf(await appNow((await deps()).db))
    expect(await newest()).toMatchObject({
      title: `${plan.year} 年度学习今天截止`,
      body: expect.stringContaining(`今天（${today}）24:00 截止`),
    })
    await endStudyIn(plan.id, -1)
    expect((await newest())?.title).toBe(`${plan.year} 年度学习已截止`)
  })

  it('students with a proof, or whose proof staff revoked, get no deadline reminder', async () => {
    const plan = await makePlan({ requiredProfessional: 0, requiredPublic: 10, priceFen: 0 })
    const student = await makeStudent()
    await callCreateOrder(student, plan)
    const world = await deps()
    const { year } = plan
    const record = { account: student.phone, year, hours: 1, title: '公需', reference: 'M-2' }
    await recordPublicHours(world, { ...record, actor: 'staff:test' })
    const held = await makeStudent()
    await callCreateOrder(held, plan)
    await recordPublicHours(world, { ...record, account: held.phone, actor: 'staff:test' })
    const [proof] = (await must('GET /certification_grant/v1/query', { year }, held.token)).list
    const clerk = await makeStaff({ permissions: ['proof.read', 'proof.decide'] })
    const decision = { id: proof?.proofId ?? '', reason: '姓名有误' }
    await mustStaff('POST /certification_grant/v1/revoke', decision, clerk.token)
    await endStudyIn(plan.id, 5)
    await remindDeadlines(world)
    for (const one of [student, held]) {
      await signInAgain(one)
      expect((await list(one)).map(({ kind }) => kind)).not.toContain('DEADLINE')
    }
    const what = { studentId: held.id, year, source: 'RECORD', actor: 'test' } as const
    const entry = { ...what, sourceId: sourceIdOfRecord({ year, reference: 'M-2' }) }
    await inTransaction(world.db, (tx) => reverseCreditedHours(tx, world, { ...entry, reason: '录错' }))
    await remindDeadlines(world)
    for (const [one, count] of [
      [student, 0],
      [held, 1],
    ] as const)
      expect((await list(one)).filter(({ kind }) => kind === 'DEADLINE')).toHaveLength(count)
  })
})
