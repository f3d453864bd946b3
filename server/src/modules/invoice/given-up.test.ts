import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  type Applied,
  applied,
  fileFor,
  issue,
  issued,
  newInvoiceNo,
  own,
} from '../../../test/factories/invoice.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'

let clerk: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
})

const exported = async (invoice: Applied) => {
  await mustStaff('POST /invoice/v1/export', { ids: [invoice.id] }, clerk.token)
  return invoice
}
const number = ({ id }: Applied, invoiceNo: string) =>
  staffCall('POST /invoice/v1/number', { id, invoiceNo }, clerk.token)
const settle = ({ id }: Applied, outcome: string, redNo?: string) =>
  staffCall('POST /invoice/v1/settle', { id, outcome, redNo } as never, clerk.token)
const queued = async ({ applyNo }: Applied) => {
  const asked = { taxOpen: 'true', keyword: applyNo }
  return (await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)).list
}
const waitsFor = async ({ orderNo }: Applied) =>
  (await mustStaff('GET /finance/v1/order', { orderNo }, clerk.token)).invoice?.waitsFor

/** Asked for by its student, agreed to by staff. */
async function refunded({ orderNo, student }: Applied): Promise<void> {
  const id = randomUUID()
  await must('POST /order/v1/request_refund', { id, orderNo, reason: '不学了' }, student.token)
  const agreed = { id, decision: 'APPROVED' as const, reason: '情况属实' }
  await mustStaff('POST /finance/v1/decide_refund', agreed, clerk.token)
}

describe('an application that is given up while it is being issued', () => {
  it('waits for what staff find in the tax system; never issued, its number is free', async () => {
    const [invoice, next] = [await exported(await applied()), await applied()]
    const invoiceNo = newInvoiceNo()
    expect(await number(invoice, invoiceNo)).toMatchObject({ code: 1 })
    await refunded(invoice)
    expect(await own(invoice)).toMatchObject({ state: 'FAILED', invoiceNo })
    expect(await queued(invoice)).toMatchObject([{ id: invoice.id, taxState: 'OPEN' }])
    expect(await waitsFor(invoice)).toBe('TAX_SYSTEM')
    // until then the number is that invoice's
    expect(await number(next, invoiceNo)).toMatchObject({ key: 'invoice.numberTaken' })
    const answer = await settle(invoice, 'NEVER_ISSUED')
    expect(answer).toMatchObject({ code: 1, data: { state: 'FAILED', taxState: 'NEVER_ISSUED' } })
    expect(await settle(invoice, 'NEVER_ISSUED')).toEqual(answer)
    expect(await settle(invoice, 'VOIDED')).toMatchObject({ key: 'invoice.settled' })
    expect(await queued(invoice)).toEqual([])
    expect(await waitsFor(invoice)).toBeNull()
    const [last] = (await auditOf(invoice.id)).slice(-1)
    expect(last).toMatchObject({ action: 'invoice.taxSettled', detail: { invoiceNo } })
    expect(await number(next, invoiceNo)).toMatchObject({ code: 1, data: { invoiceNo } })
    const [row] = await issue(
      [await fileFor(next, clerk, { number: invoiceNo, remark: '' })],
      clerk,
    )
    expect(row).toMatchObject({ outcome: 'ISSUED', invoiceId: next.id })
  })

  it('is done by a red number that no other invoice has; its own number stays taken', async () => {
    const [invoice, next, other] = [
      await exported(await applied()),
      await applied(),
      await issued(clerk),
    ]
    const [invoiceNo, redNo] = [newInvoiceNo(), newInvoiceNo()]
    await number(invoice, invoiceNo)
    await refunded(invoice)
    for (const taken of [invoiceNo, other.invoiceNo])
      expect(await settle(invoice, 'RED', taken)).toMatchObject({ key: 'invoice.numberTaken' })
    expect(await settle(invoice, 'VOIDED', redNo)).toMatchObject({ key: 'common.invalid' })
    expect(await settle(invoice, 'RED', redNo)).toMatchObject({
      data: { state: 'FAILED', taxState: 'RED', redNo },
    })
    expect(await settle(invoice, 'RED', newInvoiceNo())).toMatchObject({ key: 'invoice.settled' })
    expect(await queued(invoice)).toEqual([])
    for (const taken of [invoiceNo, redNo])
      expect(await number(next, taken)).toMatchObject({ key: 'invoice.numberTaken' })
  })

  it('waits when it was exported alone, and is done when it was voided there', async () => {
    const invoice = await exported(await applied())
    await refunded(invoice)
    expect(await queued(invoice)).toHaveLength(1)
    expect(await settle(invoice, 'VOIDED')).toMatchObject({ data: { taxState: 'VOIDED' } })
    expect(await queued(invoice)).toEqual([])
  })

  it('waits for nothing when nobody had begun, or staff give back what has no number', async () => {
    const [waiting, given, numbered] = [
      await applied(),
      await exported(await applied()),
      await exported(await applied()),
    ]
    await refunded(waiting)
    expect(await queued(waiting)).toEqual([])
    expect(await settle(waiting, 'VOIDED')).toMatchObject({ key: 'invoice.settled' })
    await number(numbered, newInvoiceNo())
    for (const { id } of [given, numbered])
      await mustStaff('POST /invoice/v1/fail', { id, reason: '税号与名称不符' }, clerk.token)
    expect(await queued(given)).toEqual([])
    expect(await queued(numbered)).toHaveLength(1)
  })

  it('says its word once, and nothing else of it changes', async () => {
    const invoice = await exported(await applied())
    await refunded(invoice)
    const { db } = await deps()
    const alter = (set: object) =>
      db.updateTable('invoice').set(set).where('id', '=', invoice.id).execute()
    await expect(alter({ taxState: 'VOIDED', failReason: '别的' })).rejects.toThrow('not changed')
    await expect(alter({ taxState: 'RED' })).rejects.toThrow('invoice_reversal')
    await alter({ taxState: 'NEVER_ISSUED' })
    await expect(alter({ taxState: 'OPEN' })).rejects.toThrow('not changed')
  })
})
