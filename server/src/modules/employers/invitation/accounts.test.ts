import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { callCloseAccount } from '../../../../test/factories/closing.ts'
import {
  acceptTestInvitation,
  inviteStudents,
  listInvitationStates,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  type TestTeam,
} from '../../../../test/factories/employer.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { callCreateOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import {
  createChannelNotificationOf,
  deliverNotification,
  payAtWechat,
  readChannelBook,
} from '../../../../test/factories/wechat.ts'
import { listMessageTitlesTo } from '../../../../test/told/messages.ts'
import { deps, employerCall, must, mustEmployer, mustStaff, waitForBlockedTransaction } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { closeDueAccounts } from '../../student_admin/privacy/service/erase.ts'

const desk = await makeMergeTestDesk()
afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'

async function paid(size = 1, given: Parameters<typeof makeTeam>[1] = {}) {
  const order = await makeTeamOrder(size, given)
  await payAtWechat(order)
  await deliverNotification(await createChannelNotificationOf(order))
  return order
}

const mine = async ({ token }: TestStudent) => (await must('GET /invitation/v1/mine', {}, token)).list

function first({ students, ids }: TestTeam) {
  const [student] = students
  if (!student) throw new Error('nobody')
  return { student, id: ids[0] ?? '' }
}

async function close(student: TestStudent) {
  expect(await callCloseAccount(student)).toMatchObject({ code: 1 })
  const all = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${student.id} and done_at is null`.execute(all.db)
  await closeDueAccounts(all)
  const row = await all.db.selectFrom('student').selectAll().where('id', '=', student.id).executeTakeFirstOrThrow()
  expect(row.erasedAt).not.toBeNull()
  return row
}

async function rowOf(id: string) {
  const { db } = await deps()
  return db.selectFrom('organisationInvitation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('merging an account paid by an employer', () => {
  it('an account merge waits for open orders and refunds of the employer', async () => {
    const order = await makeTeamOrder(1)
    const { student } = first(order)
    const kept = await makeStudent()
    const hindered = {
      key: 'student_desk.mergeHindered',
      data: { obstacles: ['有订单待支付或退款中，请先办结'] },
    }
    expect(await desk.propose(mergeInput(kept, student))).toMatchObject(hindered)
    expect(await desk.propose(mergeInput(student, kept))).toMatchObject(hindered)
    await payAtWechat(order)
    await deliverNotification(await createChannelNotificationOf(order))
    await desk.merge(kept, student)
    expect(await mine(kept)).toMatchObject([{ state: 'CONFIRMED', payment: 'PAID' }])
    expect(await listInvitationStates(order)).toEqual(['STUDYING'])
  })

  it('an account merge keeps the employer agreement that is paid, whichever account has it', async () => {
    const [order, other] = [await paid(1), await makeEmployer()]
    const { student: closed, id } = first(order)
    const kept = await makeStudent()
    const [unpaid = ''] = await inviteStudents(other, order.plan, [kept])
    await acceptTestInvitation(kept, unpaid, order.plan)
    await desk.merge(kept, closed)
    expect([(await rowOf(id)).state, (await rowOf(unpaid)).state]).toEqual(['CONFIRMED', 'DECLINED'])
    expect(await listInvitationStates(order)).toEqual(['STUDYING'])
  })

  it('an account merge locks invitations before students, as an employer order does', async () => {
    const team = await makeTeam(1)
    const { student, id } = first(team)
    const wish = mergeInput(await makeStudent(), student)
    await desk.propose(wish)
    const { db } = await deps()
    let deciding: ReturnType<typeof desk.decide> | undefined
    await inTransaction(db, async (tx) => {
      await sql`select from organisation_invitation where id = ${id} for update`.execute(tx)
      deciding = desk.decide(wish.id)
      await waitForBlockedTransaction(tx)
      // An order takes this lock next, so it must be free to avoid a deadlock.
      await sql`select from student where id = ${student.id} for key share nowait`.execute(tx)
    })
    expect(await deciding).toMatchObject({ code: 1 })
  })
})

describe('closing an account paid by an employer', () => {
  it('closing an account waits for the employer order and says who can end it', async () => {
    const { student } = first(await makeTeamOrder(1))
    expect(await callCloseAccount(student)).toMatchObject({
      key: 'privacy.closingHindered',
      data: { obstacles: ['单位有为您代缴的订单待支付，请等单位支付或取消'] },
    })
  })

  it('closing an account waits for a refund of its own order line, but not for the refund of a colleague', async () => {
    const order = await paid(2)
    const [leaver, stayer] = order.students
    if (!leaver || !stayer) throw new Error('nobody')
    const leaving = { id: randomUUID(), invitationId: order.ids[0] ?? '', reason: '员工离职' }
    await mustEmployer('POST /invitation/v1/request_refund', leaving, order.employer.token)
    const obstacles = async ({ token }: TestStudent) => (await must('GET /privacy/v1/closing', {}, token)).obstacles
    expect(await obstacles(leaver)).toEqual(['有退款正在办理，请等退款到账'])
    expect(await obstacles(stayer)).toEqual([])
  })

  it('closing an account keeps the name and the agreement of a student in a paid employer order', async () => {
    const order = await paid(1)
    const { student, id } = first(order)
    expect(await close(student)).toMatchObject({ name: student.name, idNo: '' })
    expect(await rowOf(id)).toMatchObject({ state: 'CONFIRMED', idNo: null, certificateNo: null })
    expect(await listInvitationStates(order)).toEqual(['STUDYING'])
  })

  it('closing an account withdraws an agreement that is not paid yet', async () => {
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

describe('an account that is closed during an order', () => {
  const shut = async ({ id }: TestStudent) => {
    const { db } = await deps()
    const { id: other } = await makeStudent()
    await sql`update student set closed_at = app_now(), merged_into = ${other} where id = ${id}`.execute(db)
  }

  it('an order names people whose account was closed', async () => {
    const team = await makeTeam(2)
    const { student } = first(team)
    await shut(student)
    const asked = { ids: team.ids, payType: 'WECHAT' }
    const answer = await employerCall(create, asked, team.employer.token)
    expect(answer).toMatchObject({ status: 200, key: 'invitation.accountClosed' })
    expect(answer.msg).toContain(student.name)
  })

  it('a late payment for a closed account is refunded in full', async () => {
    const order = await makeTeamOrder(2)
    await shut(first(order).student)
    await payAtWechat(order)
    await deliverNotification(await createChannelNotificationOf(order))
    expect((await readChannelBook(order)).refunds).toMatchObject([{ amount: 24_000 }])
    const { list } = await mustEmployer('GET /invitation/v1/orders', {}, order.employer.token)
    expect(list).toMatchObject([{ status: 'CLOSED', closeReason: 'REFUNDED_LATE' }])
  })
})

describe('a student of an employer', () => {
  it('a student may leave a disabled employer, and its open invitations disappear', async () => {
    const team = await makeTeam(1)
    const { student, id } = first(team)
    const other = await makeEmployer()
    await inviteStudents(other, team.plan, [student])
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
    expect(await listMessageTitlesTo(student)).toEqual(['单位暂时不能为您缴费'])
    expect(await mine(student)).toMatchObject([{ id, state: 'CONFIRMED', mayConfirm: false, mayDecline: true }])
    await must('POST /invitation/v1/decline', { id }, student.token)
    expect(await mine(student)).toMatchObject([{ state: 'DECLINED', mayConfirm: false }])
    expect(await callCreateOrder(student, team.plan, { payType: 'WECHAT' })).toMatchObject({ code: 1 })
  })

  it('name and id number of a student cannot change after a payment by the employer', async () => {
    const order = await makeTeamOrder(1)
    const { student } = first(order)
    const locked = async () => (await must('GET /student/v1/profile', {}, student.token)).nameLocked
    expect(await locked()).toBe(false)
    await payAtWechat(order)
    await deliverNotification(await createChannelNotificationOf(order))
    expect(await locked()).toBe(true)
  })
})
