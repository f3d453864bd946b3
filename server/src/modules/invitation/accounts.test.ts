import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wish } from '../../../test/factories/closing.ts'
import {
  agree,
  invite,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  statesOf,
  type TestTeam,
} from '../../../test/factories/employer.ts'
import { type MergeDesk, makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { expectMoneyToAddUp, tryOrder } from '../../../test/factories/order.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { channelBook, deliver, messageOf, pay } from '../../../test/factories/wechat.ts'
import { titlesTo } from '../../../test/told/messages.ts'
import {
  deps,
  employerCall,
  must,
  mustEmployer,
  mustStaff,
  somebodyWaits,
} from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { closeDueAccounts } from '../privacy/service/erase.ts'

let desk: MergeDesk

beforeAll(async () => {
  desk = await makeMergeDesk()
})
afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'

async function paid(size = 1, given: Parameters<typeof makeTeam>[1] = {}) {
  const order = await makeTeamOrder(size, given)
  await pay(order)
  await deliver(await messageOf(order))
  return order
}

const mine = async ({ token }: TestStudent) =>
  (await must('GET /invitation/v1/mine', {}, token)).list

function first({ students, ids }: TestTeam) {
  const [student] = students
  if (!student) throw new Error('nobody')
  return { student, id: ids[0] ?? '' }
}

/** Wishes it, the days of cooling off pass, and it is carried out. */
async function close(student: TestStudent) {
  expect(await wish(student)).toMatchObject({ code: 1 })
  const all = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${student.id} and done_at is null`.execute(all.db)
  await closeDueAccounts(all)
  const row = await all.db
    .selectFrom('student')
    .selectAll()
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(row.erasedAt).not.toBeNull()
  return row
}

async function rowOf(id: string) {
  const { db } = await deps()
  return db
    .selectFrom('organisationInvitation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('merging an account an employer pays for', () => {
  it('waits for the order to be paid or over, and for money on its way back', async () => {
    const order = await makeTeamOrder(1)
    const { student } = first(order)
    const kept = await makeStudent()
    const hindered = {
      key: 'student_desk.mergeHindered',
      data: { obstacles: ['有订单待支付或退款中，请先办结'] },
    }
    expect(await desk.propose(mergeOf(kept, student))).toMatchObject(hindered)
    expect(await desk.propose(mergeOf(student, kept))).toMatchObject(hindered)
    await pay(order)
    await deliver(await messageOf(order))
    await desk.merge(kept, student)
    expect(await mine(kept)).toMatchObject([{ state: 'CONFIRMED', payment: 'PAID' }])
    expect(await statesOf(order)).toEqual(['STUDYING'])
  })

  it('keeps the agreement that was paid, whichever account gave it', async () => {
    const [order, other] = [await paid(1), await makeEmployer()]
    const { student: closed, id } = first(order)
    const kept = await makeStudent()
    const [unpaid = ''] = await invite(other, order.plan, [kept])
    await agree(kept, unpaid, order.plan)
    await desk.merge(kept, closed)
    expect([(await rowOf(id)).state, (await rowOf(unpaid)).state]).toEqual([
      'CONFIRMED',
      'DECLINED',
    ])
    expect(await statesOf(order)).toEqual(['STUDYING'])
  })

  it('takes invitations before students, as an order does', async () => {
    const team = await makeTeam(1)
    const { student, id } = first(team)
    const wish = mergeOf(await makeStudent(), student)
    await desk.propose(wish)
    const { db } = await deps()
    let deciding: ReturnType<typeof desk.decide> | undefined
    await inTransaction(db, async (tx) => {
      await sql`select from organisation_invitation where id = ${id} for update`.execute(tx)
      deciding = desk.decide(wish.id)
      await somebodyWaits(tx)
      // what placing an order takes next: free, or the two would wait for each other
      await sql`select from student where id = ${student.id} for key share nowait`.execute(tx)
    })
    expect(await deciding).toMatchObject({ code: 1 })
  })
})

describe('closing an account an employer pays for', () => {
  it('waits for the order, in words of who can end it', async () => {
    const { student } = first(await makeTeamOrder(1))
    expect(await wish(student)).toMatchObject({
      key: 'privacy.closingHindered',
      data: { obstacles: ['单位有为您代缴的订单待支付，请等单位支付或取消'] },
    })
  })

  it('waits for money of one’s line, not of a colleague’s', async () => {
    const order = await paid(2)
    const [leaver, stayer] = order.students
    if (!leaver || !stayer) throw new Error('nobody')
    const leaving = { id: randomUUID(), invitationId: order.ids[0] ?? '', reason: '员工离职' }
    await mustEmployer('POST /invitation/v1/request_refund', leaving, order.employer.token)
    const obstacles = async ({ token }: TestStudent) =>
      (await must('GET /privacy/v1/closing', {}, token)).obstacles
    expect(await obstacles(leaver)).toEqual(['有退款正在办理，请等退款到账'])
    expect(await obstacles(stayer)).toEqual([])
  })

  it('keeps the name where an employer paid, and the agreement of the paid order', async () => {
    const order = await paid(1)
    const { student, id } = first(order)
    expect(await close(student)).toMatchObject({ name: student.name, idNo: '' })
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', idNo: null, certificateNo: null })
    expect(await statesOf(order)).toEqual(['STUDYING'])
  })

  it('ends an agreement nothing was paid for: nobody can order for who is gone', async () => {
    const team = await makeTeam(2)
    const { student, id } = first(team)
    await close(student)
    expect(await rowOf(id)).toMatchObject({ state: 'WITHDRAWN', idNo: null, name: '已注销' })
    const asked = { ids: team.ids, payType: 'WECHAT' }
    expect(await employerCall(create, asked, team.employer.token)).toMatchObject({
      key: 'invitation.notConfirmed',
    })
    const rest = { ...asked, ids: team.ids.slice(1) }
    expect(await employerCall(create, rest, team.employer.token)).toMatchObject({ code: 1 })
  })
})

describe('an account that is closed all the same', () => {
  const shut = async ({ id }: TestStudent) => {
    const { db } = await deps()
    const { id: other } = await makeStudent()
    await sql`update student set closed_at = app_now(), merged_into = ${other} where id = ${id}`.execute(
      db,
    )
  }

  it('is named when it is ordered for', async () => {
    const team = await makeTeam(2)
    const { student } = first(team)
    await shut(student)
    const asked = { ids: team.ids, payType: 'WECHAT' }
    const answer = await employerCall(create, asked, team.employer.token)
    expect(answer).toMatchObject({ status: 200, key: 'invitation.accountClosed' })
    expect(answer.msg).toContain(student.name)
  })

  it('is not paid for: the money goes back whole', async () => {
    const order = await makeTeamOrder(2)
    await shut(first(order).student)
    await pay(order)
    await deliver(await messageOf(order))
    expect((await channelBook(order)).refunds).toMatchObject([{ amount: 24_000 }])
    const { list } = await mustEmployer('GET /invitation/v1/orders', {}, order.employer.token)
    expect(list).toMatchObject([{ status: 'CLOSED', closeReason: 'REFUNDED_LATE' }])
  })
})

describe('a student of an employer', () => {
  it('may leave an employer that was disabled; what waits for an answer is gone', async () => {
    const team = await makeTeam(1)
    const { student, id } = first(team)
    const other = await makeEmployer()
    await invite(other, team.plan, [student])
    const clerk = await makeStaff({ permissions: ['organisation.read', 'organisation.manage'] })
    for (const { id, name } of [team.employer, other]) {
      const list = 'GET /organisation/v1/list'
      const [before] = (await mustStaff(list, { keyword: name }, clerk.token)).list
      if (!before) throw new Error('the list does not show it')
      const { contactName, contactPhone } = before
      const off = {
        id,
        name,
        contactName,
        contactPhone,
        disabled: true,
        before,
        reason: '单位注销',
      }
      await mustStaff('POST /organisation/v1/update', off, clerk.token)
    }
    expect(await titlesTo(student)).toEqual(['单位暂时不能为您缴费'])
    expect(await mine(student)).toMatchObject([
      { id, state: 'CONFIRMED', mayConfirm: false, mayDecline: true },
    ])
    await must('POST /invitation/v1/decline', { id }, student.token)
    expect(await mine(student)).toMatchObject([{ state: 'DECLINED', mayConfirm: false }])
    expect(await tryOrder(student, team.plan, { payType: 'WECHAT' })).toMatchObject({ code: 1 })
  })

  it('is locked by name and ID once an employer paid', async () => {
    const order = await makeTeamOrder(1)
    const { student } = first(order)
    const locked = async () => (await must('GET /student/v1/profile', {}, student.token)).nameLocked
    expect(await locked()).toBe(false)
    await pay(order)
    await deliver(await messageOf(order))
    expect(await locked()).toBe(true)
  })
})
