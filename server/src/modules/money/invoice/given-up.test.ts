import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })

const exported = async (invoice: invoices.TestInvoiceApplication) => {
  await mustStaff('POST /invoice/v1/export', { ids: [invoice.id] }, clerk.token)
  return invoice
}
const number = ({ id }: invoices.TestInvoiceApplication, invoiceNo: string) =>
  staffCall('POST /invoice/v1/number', { id, invoiceNo }, clerk.token)
const settle = ({ id }: invoices.TestInvoiceApplication, outcome: string, redNo?: string) =>
  staffCall('POST /invoice/v1/settle', { id, outcome, redNo } as never, clerk.token)
const queued = async ({ applyNo }: invoices.TestInvoiceApplication) => {
  const asked = { taxOpen: 'true', keyword: applyNo }
  return (await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)).list
}
const waitsFor = async ({ orderNo }: invoices.TestInvoiceApplication) =>
  (await mustStaff('GET /finance/v1/order', { orderNo }, clerk.token)).invoice?.waitsFor

async function refunded({ orderNo, student }: invoices.TestInvoiceApplication): Promise<void> {
  const id = randomUUID()
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  const agreed = { id, decision: 'APPROVED' as const, reason: '情况属实' }
  await mustStaff('POST /finance/v1/decide_refund', agreed, clerk.token)
}

describe('an application cancelled while it is being issued', () => {
  it('a cancelled application waits for its tax system result, and a number that was never issued is free again', async () => {
    const [invoice, next] = [
      await exported(await invoices.makeInvoiceApplication()),
      await invoices.makeInvoiceApplication(),
    ]
    const invoiceNo = invoices.createTestInvoiceNo()
    expect(await number(invoice, invoiceNo)).toMatchObject({ code: 1 })
    await refunded(invoice)
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ state: 'FAILED', invoiceNo })
    expect(await queued(invoice)).toMatchObject([{ id: invoice.id, taxState: 'OPEN' }])
    expect(await waitsFor(invoice)).toBe('TAX_SYSTEM')
    expect(await number(next, invoiceNo)).toMatchObject({ key: 'invoice.numberTaken' })
    const answer = await settle(invoice, 'NEVER_ISSUED')
    expect(answer).toMatchObject({ code: 1, data: { state: 'FAILED', taxState: 'NEVER_ISSUED' } })
    expect(await settle(invoice, 'NEVER_ISSUED')).toEqual(answer)
    expect(await settle(invoice, 'VOIDED')).toMatchObject({ key: 'invoice.settled' })
    expect(await queued(invoice)).toEqual([])
    expect(await waitsFor(invoice)).toBeNull()
    const [last] = (await listAuditRowsOf(invoice.id)).slice(-1)
    expect(last).toMatchObject({ action: 'invoice.taxSettled', detail: { invoiceNo } })
    expect(await number(next, invoiceNo)).toMatchObject({ code: 1, data: { invoiceNo } })
    const [row] = await invoices.issueInvoiceFiles(
      [await invoices.makeInvoiceFile(next, clerk, { number: invoiceNo, remark: '' })],
      clerk,
    )
    expect(row).toMatchObject({ outcome: 'ISSUED', invoiceId: next.id })
  })

  it('a new red number completes a cancelled application, whose invoice number cannot be used again', async () => {
    const [invoice, next, other] = [
      await exported(await invoices.makeInvoiceApplication()),
      await invoices.makeInvoiceApplication(),
      await invoices.makeIssuedInvoice(clerk),
    ]
    const [invoiceNo, redNo] = [invoices.createTestInvoiceNo(), invoices.createTestInvoiceNo()]
    await number(invoice, invoiceNo)
    await refunded(invoice)
    for (const taken of [invoiceNo, other.invoiceNo])
      expect(await settle(invoice, 'RED', taken)).toMatchObject({ key: 'invoice.numberTaken' })
    expect(await settle(invoice, 'VOIDED', redNo)).toMatchObject({ key: 'common.invalid' })
    expect(await settle(invoice, 'RED', redNo)).toMatchObject({
      data: { state: 'FAILED', taxState: 'RED', redNo },
    })
    expect(await settle(invoice, 'RED', invoices.createTestInvoiceNo())).toMatchObject({
      key: 'invoice.settled',
    })
    expect(await queued(invoice)).toEqual([])
    for (const taken of [invoiceNo, redNo])
      expect(await number(next, taken)).toMatchObject({ key: 'invoice.numberTaken' })
  })

  it('a cancelled application that was exported waits until it was voided in the tax system', async () => {
    const invoice = await exported(await invoices.makeInvoiceApplication())
    await refunded(invoice)
    expect(await queued(invoice)).toHaveLength(1)
    expect(await settle(invoice, 'VOIDED')).toMatchObject({ data: { taxState: 'VOIDED' } })
    expect(await queued(invoice)).toEqual([])
  })

  it('a cancelled application needs no tax system result if staff never exported it or later return it', async () => {
    const [waiting, given, numbered] = [
      await invoices.makeInvoiceApplication(),
      await exported(await invoices.makeInvoiceApplication()),
      await exported(await invoices.makeInvoiceApplication()),
    ]
    await refunded(waiting)
    expect(await queued(waiting)).toEqual([])
    expect(await settle(waiting, 'VOIDED')).toMatchObject({ key: 'invoice.settled' })
    await number(numbered, invoices.createTestInvoiceNo())
    for (const { id } of [given, numbered])
      await mustStaff('POST /invoice/v1/fail', { id, reason: '税号与名称不符' }, clerk.token)
    expect(await queued(given)).toEqual([])
    expect(await queued(numbered)).toHaveLength(1)
  })

  it('the result in the tax system is entered once and cannot be changed', async () => {
    const invoice = await exported(await invoices.makeInvoiceApplication())
    await refunded(invoice)
    const { db } = await deps()
    const alter = (set: object) => db.updateTable('invoice').set(set).where('id', '=', invoice.id).execute()
    await expect(alter({ taxState: 'VOIDED', failReason: '别的' })).rejects.toThrow('not changed')
    await expect(alter({ taxState: 'RED' })).rejects.toThrow('invoice_reversal')
    await alter({ taxState: 'NEVER_ISSUED' })
    await expect(alter({ taxState: 'OPEN' })).rejects.toThrow('not changed')
  })
})
