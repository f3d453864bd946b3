import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  listInvitationStates,
  listTeamOrders,
  makeEmployer,
  makePaidTeam,
  makeTeamOrder,
  refundTeamMember,
} from '../../../../test/factories/employer.ts'
import { callCreateOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { call, deps, employerCall, must, mustEmployer, mustStaff } from '../../../../test/world.ts'

afterEach(() => wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' }))
afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'
const cancel = 'POST /invitation/v1/cancel_order'
const askBack = 'POST /invitation/v1/request_refund'

describe('payments of an employer', () => {
  it('a late payment reopens an employer order if all people still agree, else it is refunded', async () => {
    const [kept, lost] = [await makeTeamOrder(2), await makeTeamOrder(2)]
    for (const order of [kept, lost]) {
      await mustEmployer(cancel, { orderNo: order.orderNo }, order.employer.token)
      await wechat.payAtWechat(order, true)
    }
    const [id = ''] = lost.ids
    await must('POST /invitation/v1/decline', { id }, lost.students[0]?.token)
    for (const order of [kept, lost]) await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
    expect(await listInvitationStates(kept)).toEqual(['STUDYING', 'STUDYING'])
    expect(await listInvitationStates(lost)).toEqual(['DECLINED', 'CONFIRMED'])
    expect(await listTeamOrders(lost)).toMatchObject([{ status: 'CLOSED', closeReason: 'REFUNDED_LATE', kept: 0 }])
    const book = await wechat.readChannelBook(lost)
    expect(book.refunds).toMatchObject([{ amount: 24_000, status: 'SUCCESS' }])
  })

  it('a late payment for an employer order is refunded when a student has paid alone', async () => {
    const order = await makeTeamOrder(2)
    const { employer, plan, students, orderNo } = order
    await mustEmployer(cancel, { orderNo }, employer.token)
    const [student] = students
    if (!student) throw new Error('nobody')
    await wechat.makePaidWechatOrder({ student, plan })
    await wechat.payAtWechat(order, true)
    await wechat.deliverNotification(await wechat.createChannelNotificationOf(order))
    expect((await wechat.readChannelBook(order)).refunds).toMatchObject([{ amount: 24_000 }])
    expect(await listInvitationStates(order)).toEqual(['ELSEWHERE', 'CONFIRMED'])
  })

  it('a withdrawal of an agreement and a late payment wait for each other', async () => {
    const { employer, students, ids, orderNo } = await makeTeamOrder(1)
    await mustEmployer(cancel, { orderNo }, employer.token)
    const { db } = await deps()
    const done: string[] = []
    let declined: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      // A late payment takes the same lock.
      await sql`select from sign where student_id = ${students[0]?.id} for update`.execute(tx)
      const input = { id: ids[0] ?? '' }
      declined = call('POST /invitation/v1/decline', input, students[0]?.token).then(() => done.push('declined'))
      await new Promise((resolve) => setTimeout(resolve, 300))
      done.push('booked')
    })
    await declined
    expect(done).toEqual(['booked', 'declined'])
  })

  it('an employer order is refunded line by line, and wholly refunded with its last line', async () => {
    const order = await makePaidTeam(2)
    await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
    await refundTeamMember(order, 0)
    expect(await listInvitationStates(order)).toEqual(['REFUNDING', 'STUDYING'])
    const [student, other] = order.students
    if (!student) throw new Error('nobody')
    for (const [who, times] of [
      [student, 1],
      [other, 0],
    ] as const) {
      const { list } = await must('GET /message/v1/list', {}, who?.token)
      expect(list.filter(({ body }) => body.includes('退还给单位'))).toHaveLength(times)
    }
    expect(await callCreateOrder(student, order.plan)).toMatchObject({ key: 'order.refunding' })
    const [begun] = (await wechat.readChannelBook(order)).refunds
    const refundNo = begun?.refundNo ?? ''
    await wechat.syncChannelClock()
    await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
    await wechat.deliverNotification(await wechat.controlChannel('refundMessage', { refundNo }))
    await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
    expect(await listInvitationStates(order)).toEqual(['REFUNDED', 'STUDYING'])
    expect((await must('GET /invitation/v1/mine', {}, student.token)).list).toMatchObject([
      { state: 'CONFIRMED', payment: 'REFUNDED', mayConfirm: true },
    ])
    const [half] = await listTeamOrders(order)
    expect(half).toMatchObject({ status: 'PAID', amount: 24_000, kept: 12_000 })
    const back = half?.lines.filter(({ refunded }) => refunded)
    expect(back).toMatchObject([{ invitationId: order.ids[0] }])
    await refundTeamMember(order, 1)
    expect(await listInvitationStates(order)).toEqual(['REFUNDED', 'REFUNDED'])
    expect(await listTeamOrders(order)).toMatchObject([{ status: 'REFUNDED', kept: 0 }])
    const { refunds } = await wechat.readChannelBook(order)
    expect(refunds.map(({ refundNo: no, amount }) => [no, amount])).toEqual(
      expect.arrayContaining([
        [`R${order.outTradeNo}`, 12_000],
        [`R${order.outTradeNo}L2`, 12_000],
      ]),
    )
    const wish = { ids: order.ids, payType: 'WECHAT' }
    expect((await mustEmployer(create, wish, order.employer.token)).status).toBe('PENDING')
  })

  it('an employer requests refunds for its own people only and with a reason', async () => {
    const order = await makePaidTeam(1)
    const [invitationId = ''] = order.ids
    const [other, student] = [await makeEmployer(), await makeStudent()]
    const wish = { id: randomUUID(), invitationId, reason: '员工离职' }
    expect(await employerCall(askBack, wish, other.token)).toMatchObject({
      key: 'invitation.notFound',
    })
    expect(await employerCall(askBack, { ...wish, reason: '' }, other.token)).toMatchObject({
      key: 'common.invalid',
    })
    for (const token of [undefined, student.token])
      expect(await employerCall(askBack, wish, token)).toMatchObject({ status: 401 })
    const { token } = order.employer
    await mustEmployer(askBack, wish, token)
    await mustEmployer(askBack, wish, token)
    expect(await employerCall(askBack, { ...wish, id: randomUUID() }, token)).toMatchObject({
      key: 'order.refundAsked',
    })
    const unpaid = await makeTeamOrder(1)
    const early = { ...wish, id: randomUUID(), invitationId: unpaid.ids[0] ?? '' }
    expect(await employerCall(askBack, early, unpaid.employer.token)).toMatchObject({
      key: 'order.refundNotPossible',
    })
  })

  it('an employer withdraws an undecided refund request', async () => {
    const order = await makePaidTeam(1)
    const { employer, ids, plan, orderNo } = order
    const [invitationId = ''] = ids
    const back = (token?: string, id = invitationId) =>
      employerCall('POST /invitation/v1/withdraw_refund', { invitationId: id }, token)
    const member = async () =>
      (await mustEmployer('POST /invitation/v1/list', { planId: plan.id }, employer.token)).list[0]
    expect(await back(employer.token)).toMatchObject({ key: 'order.refundRequestNotFound' })
    await mustEmployer(askBack, { id: randomUUID(), invitationId, reason: '点错了人' }, employer.token)
    expect(await member()).toMatchObject({ refundRequest: 'OPEN', mayWithdrawRefund: true })
    const [other, student] = [await makeEmployer(), await makeStudent()]
    expect(await back(other.token)).toMatchObject({ key: 'invitation.notFound' })
    expect(await back(student.token)).toMatchObject({ status: 401 })
    expect(await back(employer.token, 'x')).toMatchObject({ key: 'common.invalid' })
    for (const _ of [1, 2]) expect(await back(employer.token)).toMatchObject({ code: 1 })
    expect(await member()).toMatchObject({ refundRequest: 'WITHDRAWN', mayWithdrawRefund: false })
    expect((await listAuditRowsOf(orderNo)).at(-1)).toMatchObject({
      action: 'order.refundWithdrawn',
      actor: expect.stringMatching(/^organisation:/),
    })
    await refundTeamMember(order, 0)
    expect(await back(employer.token)).toMatchObject({ key: 'order.refundDecided' })
  })

  it('an employer order has one invoice of its net amount to the employer', async () => {
    const order = await makePaidTeam(2)
    const { orderNo, employer } = order
    const apply = 'POST /invitation/v1/apply_invoice'
    const info = 'GET /invitation/v1/invoice'
    const wish = { orderNo, titleType: 'COMPANY', email: 'finance@example.com' }
    const [other, student] = [await makeEmployer(), await makeStudent()]
    expect(await employerCall(apply, wish, other.token)).toMatchObject({ key: 'order.notFound' })
    for (const token of [undefined, student.token]) {
      expect(await employerCall(apply, wish, token)).toMatchObject({ status: 401 })
      expect(await employerCall(info, { orderNo }, token)).toMatchObject({ status: 401 })
    }
    expect(await employerCall(apply, { ...wish, email: '?' }, employer.token)).toMatchObject({
      key: 'common.invalid',
    })
    await refundTeamMember(order, 1)
    const made = await mustEmployer(apply, wish, employer.token)
    expect(made).toMatchObject({
      amount: 12_000,
      title: employer.name,
      taxNo: employer.creditCode,
      state: 'PENDING',
    })
    expect((await mustEmployer(apply, wish, employer.token)).id).toBe(made.id)
    expect((await mustEmployer(info, { orderNo }, employer.token)).id).toBe(made.id)
    expect(await employerCall(info, { orderNo }, other.token)).toMatchObject({
      key: 'invoice.notFound',
    })
    expect(await employerCall(info, { orderNo: '?' }, other.token)).toMatchObject({
      key: 'common.invalid',
    })
    const { token } = await makeStaff({ roles: ['FINANCE'] })
    const queue = await mustStaff('POST /invoice/v1/list', { keyword: made.applyNo }, token)
    expect(queue.list).toMatchObject([{ ownerName: employer.name, studentId: null, organisationId: employer.id }])
    expect(queue.list).toMatchObject([{ amount: 12_000, kept: 12_000 }])
    const theirs = { keyword: employer.name.toLowerCase() }
    expect((await mustStaff('POST /invoice/v1/list', theirs, token)).list.map(({ id }) => id)).toContain(made.id)
    await refundTeamMember(order, 0)
    const later = await mustStaff('GET /invoice/v1/info', { id: made.id }, token)
    expect(later).toMatchObject({ amount: 12_000, kept: 0 })
  })
})
