import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { must, mustStaff, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({ roles: ['FINANCE'] })

const orderOf = (orderNo: string) => mustStaff('GET /finance/v1/order', { orderNo }, clerk.token)

/** Returns the invoice as listed before the decision. */
async function asked({ orderNo, student }: Pick<invoices.TestInvoiceApplication, 'orderNo' | 'student'>) {
  const id = randomUUID()
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  const query = { state: 'OPEN', pageSize: '100' } as never
  const { list } = await mustStaff('GET /finance/v1/refund_requests', query, clerk.token)
  return { id, invoice: list.find((one) => one.id === id)?.invoice }
}
const agree = (id: string) =>
  mustStaff('POST /finance/v1/decide_refund', { id, decision: 'APPROVED', reason: '情况属实' }, clerk.token)

describe('the invoice of a refunded order', () => {
  it('the refund decision mentions no invoice when the order has none', async () => {
    const order = await invoices.makePaidOrder()
    const { id, invoice } = await asked(order)
    expect(invoice).toBeNull()
    expect(await agree(id)).toMatchObject({ invoice: null })
  })

  it('a refund cancels an invoice application, and the desk says so', async () => {
    const order = await invoices.makeInvoiceApplication()
    const { applyNo } = order
    const { id, invoice } = await asked(order)
    const before = { applyNo, state: 'PENDING', onRefund: 'GIVEN_UP', waitsFor: null }
    expect(invoice).toMatchObject(before)
    expect((await orderOf(order.orderNo)).invoice).toMatchObject(before)
    expect((await agree(id)).invoice).toMatchObject({
      ...{ state: 'FAILED', onRefund: 'NOTHING', waitsFor: null },
    })
    // The application is cancelled in the same transaction, not in a job.
    expect(await invoices.getOwnInvoice(order)).toMatchObject({ failReason: '订单已退款，不再开票' })
    expect(await invoices.listInvoiceMessages(order)).toEqual(['发票申请被退回'])
    const number = { id: order.id, invoiceNo: invoices.createTestInvoiceNo() }
    expect(await staffCall('POST /invoice/v1/number', number, clerk.token)).toMatchObject({
      key: 'invoice.settled',
    })
    const fileId = await invoices.makeInvoiceFile(order, clerk)
    expect(await invoices.issueInvoiceFiles([fileId], clerk)).toMatchObject([{ outcome: 'NOT_OPEN' }])
  })

  it('a refunded invoice application is not in the sheet for the tax office', async () => {
    const order = await invoices.makeInvoiceApplication()
    await agree((await asked(order)).id)
    expect(await staffCall('POST /invoice/v1/export', { ids: [order.id] }, clerk.token)).toMatchObject({
      key: 'invoice.withdrawn',
    })
    expect((await orderOf(order.orderNo)).invoice).toMatchObject({ state: 'FAILED' })
  })

  it('an invoice application shows an open refund request until its decision', async () => {
    const order = await invoices.makeInvoiceApplication()
    const info = () => mustStaff('GET /invoice/v1/info', { id: order.id }, clerk.token)
    expect(await info()).toMatchObject({ refundOpen: false })
    const { id } = await asked(order)
    expect(await info()).toMatchObject({ state: 'PENDING', refundOpen: true })
    const { list } = await mustStaff('POST /invoice/v1/list', { keyword: order.applyNo }, clerk.token)
    expect(list).toMatchObject([{ id: order.id, refundOpen: true }])
    const refusal = { id, decision: 'REFUSED' as const, reason: '已开始学习' }
    await mustStaff('POST /finance/v1/decide_refund', refusal, clerk.token)
    expect(await info()).toMatchObject({ refundOpen: false })
  })

  it('an issued invoice waits for reversal until its red number is entered', async () => {
    const order = await invoices.makeIssuedInvoice(clerk)
    const { id, invoice } = await asked(order)
    expect(invoice).toMatchObject({ state: 'ISSUED', onRefund: 'RED_REVERSAL', waitsFor: null })
    expect((await agree(id)).invoice).toMatchObject({ waitsFor: 'RED_REVERSAL' })
    const { invoice: standing } = await orderOf(order.orderNo)
    expect(standing).toMatchObject({ state: 'ISSUED', waitsFor: 'RED_REVERSAL' })
    const redNo = `26${String(Date.now()).padStart(18, '0')}`
    const reverse = { id: order.id, redNo, reason: '订单退款' }
    await mustStaff('POST /invoice/v1/reverse', reverse, clerk.token)
    expect((await orderOf(order.orderNo)).invoice).toMatchObject({
      ...{ state: 'REVERSED', onRefund: 'NOTHING', waitsFor: null },
    })
  })
})
