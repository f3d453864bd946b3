import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectMoneyToAddUp, readOrderBooksOf } from '../../../../test/factories/order.ts'
import { makeRefundRequest } from '../../../../test/factories/refund.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makePaidWechatOrder, makeWechatOrder, passTimeEverywhere } from '../../../../test/factories/wechat.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { decideRefund } from '../order/service/decide-refund.ts'
import { insertRefundRequestOnce } from '../order/service/request-refund.ts'
import { deskOrder, deskRefundRequests } from './service/read.ts'

afterAll(expectMoneyToAddUp)

const finance = () => makeStaff({ permissions: ['finance.read', 'finance.refund'] })
const open = 'POST /finance/v1/open_refund'
const decide = 'POST /finance/v1/decide_refund'

/** Uses a copy of the dependencies with another refund period. */
async function withinDays(days: number): Promise<Deps> {
  class Short extends SettingsReader {
    override async all() {
      return { ...(await super.all()), 'order.refundDays': days }
    }
  }
  const all = await deps()
  return { ...all, settings: new Short(all.db) }
}

describe('a refund opened by staff', () => {
  it('a refund opened by staff waits for a second person', async () => {
    const [first, second] = [await finance(), await finance()]
    const order = await makePaidWechatOrder()
    const { orderNo, signId, student } = order
    const wish = { id: randomUUID(), orderNo, signId, reason: '学员来电，未开始学习' }
    const asked = await mustStaff(open, wish, first.token)
    expect(asked).toMatchObject({
      status: 'PAID',
      lines: [{ signId, refund: null }],
      requests: [{ id: wish.id, state: 'OPEN', askedBy: first.username, signId }],
    })
    expect((await mustStaff(open, wish, first.token)).requests).toHaveLength(1)
    expect(await staffCall(open, { ...wish, reason: '别的原因' }, first.token)).toMatchObject({
      key: 'order.keyUsed',
    })
    const again = { ...wish, id: randomUUID() }
    expect(await staffCall(open, again, second.token)).toMatchObject({ key: 'order.refundAsked' })
    const yes = { id: wish.id, decision: 'APPROVED', reason: '情况属实' }
    expect(await staffCall(decide, yes, first.token)).toMatchObject({ key: 'order.secondPerson' })
    expect(await mustStaff(decide, yes, second.token)).toMatchObject({
      status: 'REFUNDED',
      lines: [{ refund: 'DONE' }],
      requests: [{ state: 'APPROVED', decidedBy: second.username }],
    })
    const shown = await must('GET /order/v1/my_order', {}, student.token)
    expect(shown.list[0]).toMatchObject({ status: 'REFUNDED', refundRequest: { byStaff: true } })
  })

  it('a student cannot withdraw a refund of staff, and a rejection changes nothing', async () => {
    const [first, second] = [await finance(), await finance()]
    const { orderNo, signId, student } = await makePaidWechatOrder()
    const wish = { id: randomUUID(), orderNo, signId, reason: '开错了年度' }
    await mustStaff(open, wish, first.token)
    expect(await call('POST /order/v1/withdraw_refund', { id: wish.id }, student.token)).toMatchObject({
      key: 'order.refundRequestNotFound',
    })
    const no = { id: wish.id, decision: 'REFUSED', reason: '学员要继续学习' }
    expect(await mustStaff(decide, no, second.token)).toMatchObject({
      status: 'PAID',
      lines: [{ refund: null, obstacle: null }],
    })
  })

  it('a refund of staff is limited only by the one-year limit of the channel', async () => {
    const week = await withinDays(7)
    const [asked, late] = [await makeRefundRequest(), await makePaidWechatOrder()]
    await passTimeEverywhere(8 * 86_400)
    const wish = { orderNo: late.orderNo, signId: late.signId, reason: '报错了年度' }
    const ask = (askedBy: string | null) =>
      insertRefundRequestOnce(week, { ...wish, id: randomUUID(), askedBy, actor: 'system' })
    await expect(ask(null)).rejects.toMatchObject({ key: 'order.refundTooLate' })
    expect((await deskOrder(week, late.orderNo)).lines).toMatchObject([{ obstacle: null }])
    await ask('finance')
    const desk = await deskRefundRequests(week, { state: 'OPEN', page: 1, pageSize: 100 })
    expect(desk.list.find(({ id }) => id === asked.id)).toMatchObject({ obstacle: null })
    const { id: staffId, username, name } = await finance()
    const decider: StaffAtWork = {
      staffId,
      username,
      name,
      permissions: new Set(),
      tokenHash: '',
      ip: '::1',
    }
    const yes = { id: asked.id, decision: 'APPROVED', reason: '符合规定' } as const
    await decideRefund(week, decider, yes)
    expect((await readOrderBooksOf(asked)).order.status).toBe('REFUNDED')
  })

  it('its author can withdraw an undecided refund', async () => {
    const [first, second] = [await finance(), await finance()]
    const { orderNo, signId, student } = await makePaidWechatOrder()
    const wish = { id: randomUUID(), orderNo, signId, reason: '开错了人' }
    await mustStaff(open, wish, first.token)
    const back = (id: string, token?: string) => staffCall('POST /finance/v1/withdraw_refund', { id }, token)
    expect(await back(wish.id)).toMatchObject({ status: 401 })
    expect(await back('x', first.token)).toMatchObject({ key: 'common.invalid' })
    expect(await back(wish.id, second.token)).toMatchObject({ key: 'order.notAsker' })
    const stranger = await makeStaff({ permissions: ['finance.read'] })
    expect(await back(wish.id, stranger.token)).toMatchObject({ key: 'staff.forbidden' })
    for (const _ of [1, 2])
      expect(await back(wish.id, first.token)).toMatchObject({
        data: { status: 'PAID', requests: [{ state: 'WITHDRAWN', decidedBy: null }] },
      })
    expect((await listAuditRowsOf(orderNo)).at(-1)).toMatchObject({
      action: 'order.refundWithdrawn',
      actor: first.username,
    })
    const yes = { id: wish.id, decision: 'APPROVED', reason: '情况属实' }
    expect(await staffCall(decide, yes, second.token)).toMatchObject({ key: 'order.refundDecided' })
    // Only the student may withdraw a request of the student.
    const own = { id: randomUUID(), orderNo, reason: '不学了' }
    await must('POST /order/v1/request_refund', own, student.token)
    expect(await back(own.id, first.token)).toMatchObject({ key: 'order.notAsker' })
    await mustStaff(decide, { ...yes, id: own.id, decision: 'REFUSED' }, second.token)
    expect(await call('POST /order/v1/withdraw_refund', { id: own.id }, student.token)).toMatchObject({
      key: 'order.refundDecided',
    })
  })

  it('opening a refund needs the permission, a paid line of the order and a reason', async () => {
    const { token } = await finance()
    const reader = await makeStaff({ permissions: ['finance.read'] })
    const [order, other] = [await makeWechatOrder(), await makePaidWechatOrder()]
    const { orderNo, signId } = order
    const wish = { id: randomUUID(), orderNo, signId, reason: '学员来电' }
    expect(await staffCall(open, wish)).toMatchObject({ status: 401 })
    expect(await staffCall(open, wish, reader.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(open, wish, token)).toMatchObject({ key: 'order.refundNotPossible' })
    const elsewhere = { ...wish, signId: other.signId }
    expect(await staffCall(open, elsewhere, token)).toMatchObject({ key: 'order.notFound' })
    expect(await staffCall(open, { ...wish, reason: '' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })
})
