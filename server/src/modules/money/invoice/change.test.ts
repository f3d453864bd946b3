import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
const other = await makeStaff({ permissions: ['invoice.read', 'invoice.issue'] })

const reverse = (id: string, change: object = {}, staff = clerk) =>
  staffCall(
    'POST /invoice/v1/reverse',
    { id, redNo: invoices.createTestInvoiceNo(), reason: '抬头有误', ...change },
    staff.token,
  )
const changeTo = (invoice: invoices.TestInvoiceApplication, wanted: object) =>
  call('POST /invoice/v1/change', { id: invoice.id, ...wanted, reason: '单位报销' }, invoice.student.token)
const withdraw = (invoice: invoices.TestInvoiceApplication, token: string | undefined = invoice.student.token) =>
  call('POST /invoice/v1/withdraw_change', { id: invoice.id }, token)
/** Obstacles shown to a student who wants to close the account. */
const hindrances = async ({ student }: invoices.TestInvoiceApplication) =>
  (await must('GET /privacy/v1/closing', {}, student.token)).obstacles
const inQueue = async ({ applyNo }: invoices.TestInvoiceApplication) => {
  const asked = { toReverse: 'true', keyword: applyNo }
  return (await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)).total
}

describe('a pending invoice change', () => {
  it('the student withdraws an invoice change, keeps the invoice and may ask again', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    await changeTo(invoice, invoices.companyInvoiceInput())
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ mayChange: false, mayWithdrawChange: true })
    expect(await inQueue(invoice)).toBe(1)
    expect(await hindrances(invoice)).toEqual([expect.stringContaining('换开申请也可以撤回')])
    const back = { state: 'ISSUED', change: null, mayChange: true, mayWithdrawChange: false }
    expect(await withdraw(invoice)).toMatchObject({ code: 1, data: back })
    expect(await withdraw(invoice)).toMatchObject({ code: 1, data: back })
    expect(await inQueue(invoice)).toBe(0)
    expect(await hindrances(invoice)).toEqual([])
    const actions = (await listAuditRowsOf(invoice.id)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['invoice.changeAsked', 'invoice.changeWithdrawn'])
    const wanted = invoices.companyInvoiceInput()
    expect(await changeTo(invoice, wanted)).toMatchObject({ code: 1, data: { change: wanted } })
    expect((await reverse(invoice.id)).data.state).toBe('REVERSED')
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ change: wanted, mayWithdrawChange: false })
    expect(await withdraw(invoice)).toMatchObject({
      key: 'invoice.settled',
      msg: expect.stringContaining('已红冲'),
    })
  })

  it('an invoice change needs sign-in, a valid id and an invoice of the same student', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    await changeTo(invoice, invoices.companyInvoiceInput())
    const somebody = await invoices.makeIssuedInvoice(clerk)
    expect(await withdraw(invoice, somebody.student.token)).toMatchObject({
      key: 'invoice.notFound',
    })
    const path = 'POST /invoice/v1/withdraw_change'
    expect(await call(path, { id: invoice.id })).toMatchObject({ status: 401 })
    expect(await call(path, { id: 'x' }, invoice.student.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ mayWithdrawChange: true })
    expect(await withdraw(somebody)).toMatchObject({ code: 1, data: { mayChange: true } })
  })

  it('when staff and student act on an invoice change at once, one is refused and no change is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const invoice = await invoices.makeIssuedInvoice(clerk)
      const { data } = await changeTo(invoice, invoices.companyInvoiceInput())
      const changeAskedAt = data.change?.askedAt
      const [mine, theirs] = await Promise.all([withdraw(invoice), reverse(invoice.id, { changeAskedAt })])
      const anew = await must('GET /invoice/v1/info', { orderNo: invoice.orderNo }, invoice.student.token)
      if (mine.code === 1) {
        expect(theirs).toMatchObject({ key: 'invoice.changeMoved' })
        expect(anew).toMatchObject({ id: invoice.id, state: 'ISSUED', change: null })
        // The red invoice already exists, so staff enter it knowing of the change.
        expect((await reverse(invoice.id, { changeAskedAt: null })).code).toBe(1)
      } else {
        expect([mine.key, theirs.code]).toEqual(['invoice.settled', 1])
        expect(anew).toMatchObject({ state: 'PENDING', replacesId: invoice.id })
      }
    }
  })

  it('an invoice change of a refunded order is dropped, because the invoice is reversed anyway', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    await changeTo(invoice, invoices.companyInvoiceInput())
    await invoices.setOrderRefunded(invoice)
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ state: 'ISSUED', mayWithdrawChange: false })
    expect(await withdraw(invoice)).toMatchObject({ key: 'invoice.orderRefunded' })
  })

  it('refuses to reverse an invoice when its change was requested again meanwhile', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    const { data } = await changeTo(invoice, invoices.companyInvoiceInput())
    await withdraw(invoice)
    await changeTo(invoice, invoices.companyInvoiceInput())
    const seen = { changeAskedAt: data.change?.askedAt }
    expect(await reverse(invoice.id, seen)).toMatchObject({ key: 'invoice.changeMoved' })
    expect(await reverse(invoice.id, { changeAskedAt: null })).toMatchObject({
      key: 'invoice.changeMoved',
    })
    expect(await reverse(invoice.id, { changeAskedAt: 'gestern' })).toMatchObject({
      key: 'common.invalid',
    })
    expect((await invoices.getOwnInvoice(invoice)).state).toBe('ISSUED')
  })

  it('an invoice change can be requested and withdrawn ten times a day', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    for (let time = 0; time < 10; time += 1) {
      expect((await changeTo(invoice, invoices.companyInvoiceInput())).code).toBe(1)
      expect((await withdraw(invoice)).code).toBe(1)
    }
    expect(await changeTo(invoice, invoices.companyInvoiceInput())).toMatchObject({
      key: 'invoice.applicationsSpent',
    })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ change: null, mayChange: true })
  })
})

describe('an invoice change', () => {
  it('an invoice change is requested once, and the old invoice is reversed before the new one', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    const wanted = invoices.companyInvoiceInput()
    expect(await changeTo(invoice, invoices.personalInvoiceInput)).toMatchObject({ key: 'invoice.sameTitle' })
    const race = await Promise.all([changeTo(invoice, wanted), changeTo(invoice, wanted)])
    expect(race[0]).toMatchObject({
      code: 1,
      data: { state: 'ISSUED', change: wanted, mayChange: false },
    })
    expect(race[1].data.change).toEqual(race[0].data.change)
    expect(await changeTo(invoice, invoices.companyInvoiceInput())).toMatchObject({ key: 'invoice.changed' })
    const asked = { toReverse: 'true', keyword: invoice.applyNo }
    const queue = await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)
    expect(queue.list).toMatchObject([{ id: invoice.id, toReverse: true }])

    const redNo = invoices.createTestInvoiceNo()
    const both = await Promise.all([reverse(invoice.id, { redNo }), reverse(invoice.id, { redNo }, other)])
    expect(both.map(({ code, data }) => [code, data.state])).toEqual([
      [1, 'REVERSED'],
      [1, 'REVERSED'],
    ])
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({
      state: 'REVERSED',
      redNo,
      reverseReason: '抬头有误',
    })
    const { orderNo, student } = invoice
    const anew = await must('GET /invoice/v1/info', { orderNo }, student.token)
    expect(anew).toMatchObject({
      ...wanted,
      state: 'PENDING',
      replacesId: invoice.id,
      amount: 12_000,
    })
    await invoices.issueInvoiceFiles([await invoices.makeInvoiceFile(anew, clerk)], clerk)
    const second = { ...invoice, id: anew.id }
    expect(await invoices.getOwnInvoice(second)).toMatchObject({ state: 'ISSUED', mayChange: false })
    expect(await changeTo(second, invoices.companyInvoiceInput())).toMatchObject({ key: 'invoice.changed' })
    expect(await invoices.listInvoiceMessages(invoice)).toEqual(['发票已开具', '发票已红冲', '发票已开具'])
    expect((await listAuditRowsOf(invoice.id)).map(({ action }) => action)).toEqual([
      'invoice.applied',
      'invoice.issued',
      'invoice.changeAsked',
      'invoice.reversed',
    ])
  })

  it('an invoice change is refused before the first invoice is issued, and a red number belongs to one invoice', async () => {
    const pending = await invoices.makeInvoiceApplication()
    expect(await changeTo(pending, invoices.companyInvoiceInput())).toMatchObject({ key: 'invoice.notIssued' })
    expect(await reverse(pending.id)).toMatchObject({ key: 'invoice.settled' })
    const [one, two] = [await invoices.makeIssuedInvoice(clerk), await invoices.makeIssuedInvoice(clerk)]
    const redNo = invoices.createTestInvoiceNo()
    expect(await reverse(one.id, { redNo })).toMatchObject({ code: 1 })
    expect(await reverse(two.id, { redNo })).toMatchObject({ key: 'invoice.numberTaken' })
    expect(await reverse(one.id)).toMatchObject({ key: 'invoice.settled' })
    const taken = { id: pending.id, invoiceNo: two.invoiceNo }
    expect(await staffCall('POST /invoice/v1/number', taken, clerk.token)).toMatchObject({
      key: 'invoice.numberTaken',
    })
  })

  it('a red number must not be an existing invoice number, and an invoice number not an existing red number', async () => {
    const [one, two, pending] = [
      await invoices.makeIssuedInvoice(clerk),
      await invoices.makeIssuedInvoice(clerk),
      await invoices.makeInvoiceApplication(),
    ]
    for (const redNo of [two.invoiceNo, one.invoiceNo])
      expect(await reverse(two.id, { redNo })).toMatchObject({ key: 'invoice.numberTaken' })
    const redNo = invoices.createTestInvoiceNo()
    expect(await reverse(two.id, { redNo })).toMatchObject({ code: 1 })
    const number = { id: pending.id, invoiceNo: redNo }
    expect(await staffCall('POST /invoice/v1/number', number, clerk.token)).toMatchObject({
      key: 'invoice.numberTaken',
    })
    const named = await invoices.makeInvoiceFile(pending, clerk, { number: redNo })
    expect(await invoices.issueInvoiceFiles([named], clerk)).toMatchObject([{ outcome: 'NUMBER_TAKEN' }])
    const { db } = await deps()
    const itself = { state: 'REVERSED', redNo: one.invoiceNo, reverseReason: '抬头有误' } as const
    const behind = db.updateTable('invoice').set({ ...itself, reversedAt: new Date() })
    await expect(behind.where('id', '=', one.id).execute()).rejects.toThrow('red_is_another')
  })

  it('refuses an invoice change of a refunded order, in the database too', async () => {
    await expect(invoices.setOrderRefunded(await invoices.makeInvoiceApplication())).rejects.toThrow(
      'money that goes back',
    )
  })

  it('the database refuses changes of an issued invoice', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    const { db } = await deps()
    const alter = (set: object) => db.updateTable('invoice').set(set).where('id', '=', invoice.id).execute()
    await expect(alter({ title: '别的抬头' })).rejects.toThrow('not changed')
    await expect(alter({ invoiceNo: invoices.createTestInvoiceNo() })).rejects.toThrow('not changed')
    await expect(alter({ amountFen: 1 })).rejects.toThrow()
  })
})

describe('invoices of a refunded order', () => {
  it('a refunded order gets no invoice, and an issued one must be reversed', async () => {
    const done = await invoices.makeIssuedInvoice(clerk)
    await changeTo(done, invoices.companyInvoiceInput())
    await invoices.setOrderRefunded(done)
    const row = await mustStaff('GET /invoice/v1/info', { id: done.id }, clerk.token)
    expect(row).toMatchObject({ state: 'ISSUED', orderStatus: 'REFUNDED', toReverse: true })
    expect(await reverse(done.id, { reason: '订单退款' })).toMatchObject({
      data: { state: 'REVERSED', toReverse: false },
    })
    expect(await must('GET /invoice/v1/info', { orderNo: done.orderNo }, done.student.token)).toMatchObject({
      id: done.id,
      state: 'REVERSED',
    })
  })
})
