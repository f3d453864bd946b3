import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  listInvitationStates,
  makeEmployer,
  makePaidTeam,
  makeTeamOrder,
  type TestTeamOrder,
} from '../../../../test/factories/employer.ts'
import { callCreateOrder, expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { controlChannel, passTimeEverywhere, payAtWechat, readChannelBook } from '../../../../test/factories/wechat.ts'
import { deliverChannelNotification, isPayableAtChannel } from '../../../../test/money/channel-orders.ts'
import { call, deps, employerCall, must, mustEmployer } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addCircuitBreaker } from '../../../platform/payments/circuit.ts'
import { changeEmployerOrderChannel } from '../../money/order/service/change-channel.ts'

afterEach(() => controlChannel('faults', []))
afterAll(expectMoneyToAddUp)

const change = 'POST /invitation/v1/change_channel'

const tryChange = ({ employer, orderNo }: TestTeamOrder, payType = 'ALIPAY') =>
  employerCall(change, { orderNo, payType }, employer.token)
const ordersOf = async ({ employer }: TestTeamOrder) =>
  (await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list

describe('changing the payment channel of an employer order', () => {
  it('a change of payment channel replaces the order with the same people, sum and deadline', async () => {
    const order = await makeTeamOrder(3)
    const [before] = await ordersOf(order)
    const { data } = await tryChange(order)
    expect(data).toMatchObject({ status: 'PENDING', amount: 36_000, expireAt: before?.expireAt })
    expect(data.codeUrl).toContain('/qr/')
    const orders = await ordersOf(order)
    const closed = { orderNo: order.orderNo, status: 'CLOSED', closeReason: 'REPLACED' }
    expect(orders).toMatchObject([{ orderNo: data.orderNo, payType: 'ALIPAY' }, closed])
    expect(orders[0]?.lines).toEqual(before?.lines)
    expect((await readChannelBook(order)).trades).toMatchObject([{ state: 'CLOSED' }])
    expect((await listAuditRowsOf(data.orderNo)).map(({ action }) => action)).toEqual(['order.created'])
    // A repeated change, also to the current channel, gets the same response.
    expect((await tryChange(order)).data).toEqual(data)
    const own = { ...order, orderNo: data.orderNo }
    expect((await tryChange(own)).data).toEqual(data)
    await payAtWechat({ outTradeNo: `${data.orderNo}P1` })
    const paid = { orderNo: data.orderNo, paid: '1' }
    const status = await mustEmployer('GET /invitation/v1/query_status', paid, order.employer.token)
    expect(status.status).toBe('PAID')
    expect(await listInvitationStates(order)).toEqual(['STUDYING', 'STUDYING', 'STUDYING'])
    expect((await tryChange(own, 'WECHAT')).key).toBe('order.notUnpaid')
  })

  it('only the employer of an order can change its payment channel, and only to an existing one', async () => {
    const order = await makeTeamOrder(1)
    const { orderNo, students } = order
    const other = await makeTeamOrder(1)
    const theirs = { ...order, employer: other.employer }
    expect((await tryChange(theirs)).key).toBe('order.notFound')
    const input = { orderNo, payType: 'ALIPAY' }
    expect((await employerCall(change, input)).status).toBe(401)
    expect((await employerCall(change, input, students[0]?.token)).status).toBe(401)
    expect((await employerCall(change, input, (await makeEmployer()).token)).key).toBe('order.notFound')
    expect((await tryChange(order, 'FREE')).key).toBe('order.payTypeUnavailable')
    expect((await tryChange(order, 'CASH')).key).toBe('common.invalid')
    const bad = { orderNo: [orderNo], payType: 'ALIPAY' }
    expect((await employerCall(change, bad, order.employer.token)).key).toBe('common.invalid')
    expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING' }])
    expect(await payAtWechat(order)).toBe(true)
  })

  it('people of an employer order stay reserved during a change of payment channel', async () => {
    const order = await makeTeamOrder(2)
    const [student] = order.students
    if (!student) throw new Error('nobody')
    const [id = ''] = order.ids
    const changes = [tryChange(order), tryChange(order), tryChange(order, 'DEMO')]
    const [left, off, alone, ...changed] = await Promise.all([
      call('POST /invitation/v1/decline', { id }, student.token),
      employerCall('POST /invitation/v1/withdraw', { ids: [id] }, order.employer.token),
      callCreateOrder(student, order.plan, { payType: 'WECHAT' }),
      ...changes,
    ])
    expect([left.key, off.key, alone.key]).toEqual([
      ...['invitation.ordered', 'invitation.ordered', 'order.employerPays'],
    ])
    expect(changed.filter(({ code }) => code === 1).length).toBeGreaterThan(0)
    const open = (await ordersOf(order)).filter(({ status }) => status === 'PENDING')
    expect(open).toHaveLength(1)
    expect(await listInvitationStates(order)).toEqual(['PENDING', 'PENDING'])
    const { orderNo = '' } = open[0] ?? {}
    await mustEmployer('POST /invitation/v1/cancel_order', { orderNo }, order.employer.token)
    await must('POST /invitation/v1/decline', { id }, student.token)
  })

  it('an order found paid during a change of payment channel stays paid', async () => {
    const order = await makeTeamOrder(1)
    await payAtWechat(order)
    expect((await tryChange(order)).key).toBe('order.notUnpaid')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PAID' }])
    const paid = await makePaidTeam(1)
    expect((await tryChange(paid)).key).toBe('order.notUnpaid')
  })

  it('refuses a change of payment channel in the last minute and after the end of sign-up', async () => {
    const late = await makeTeamOrder(1)
    await passTimeEverywhere(7150)
    const { employer, orderNo } = late
    const wish = { orderNo, payType: 'ALIPAY' as const }
    await expect(changeEmployerOrderChannel(await deps(), { organisationId: employer.id }, wish)).rejects.toThrow(
      'order.endsSoon',
    )
    const order = await makeTeamOrder(1)
    const { db } = await deps()
    const signEndAt = new Date((await appNow(db)).getTime() - 3_600_000)
    await db.updateTable('plan').set({ signEndAt }).where('id', '=', order.plan.id).execute()
    expect((await tryChange(order)).key).toBe('order.planClosed')
    expect(await ordersOf(order)).toMatchObject([{ orderNo: order.orderNo, status: 'PENDING' }])
  })
})

describe('a failing payment channel during a change', () => {
  async function withoutAlipay(inVain: number): Promise<Deps> {
    const all = await deps()
    const real = all.gateways.get('ALIPAY')
    if (!real) throw new Error('no gateway')
    const create = () => Promise.reject(new Error('no answer'))
    const down = addCircuitBreaker({ ...real, create }, () => 0)
    const wish = { outTradeNo: '', amountFen: 1, description: '', expireAt: new Date() }
    for (let asked = 0; asked < inVain; asked += 1) await expect(down.create(wish)).rejects.toThrow('no answer')
    return { ...all, gateways: new Map([...all.gateways, ['ALIPAY', down]]) }
  }

  it.each([0, 5])(
    'keeps the employer order when the new payment channel fails (%i failures before)',
    async (inVain) => {
      const order = await makeTeamOrder(2)
      const { employer, orderNo } = order
      const wish = { orderNo, payType: 'ALIPAY' as const }
      await expect(
        changeEmployerOrderChannel(await withoutAlipay(inVain), { organisationId: employer.id }, wish),
      ).rejects.toThrow('order.gatewayDown')
      expect(await ordersOf(order)).toMatchObject([{ orderNo, status: 'PENDING' }])
      expect(await payAtWechat(order)).toBe(true)
    },
  )

  it('keeps the employer order when the old payment channel cannot close it', async () => {
    const first = await makeTeamOrder(1)
    const { orderNo } = (await tryChange(first)).data
    const order = { ...first, orderNo, outTradeNo: `${orderNo}P1` }
    await controlChannel('faults', [{ call: 'close', kind: 'ERROR', times: 1, channel: 'ALIPAY' }])
    expect((await tryChange(order, 'WECHAT')).key).toBe('order.gatewayDown')
    expect((await ordersOf(order))[0]).toMatchObject({ orderNo, status: 'PENDING' })
    const { db } = await deps()
    const noted = await db
      .selectFrom('payment')
      .select(['outTradeNo', 'status'])
      .where('orderNo', '=', orderNo)
      .execute()
    expect(noted.map(({ status }) => status).sort()).toEqual(['CLOSED', 'CREATED'])
    const { trades } = await readChannelBook(...noted)
    expect(trades.filter(isPayableAtChannel)).toMatchObject([{ outTradeNo: order.outTradeNo }])
    await payAtWechat(order)
    await deliverChannelNotification(await deps(), await controlChannel('message', { outTradeNo: order.outTradeNo }))
    expect(await listInvitationStates(order)).toEqual(['STUDYING'])
  })
})
