import { randomUUID } from 'node:crypto'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeEmployer } from '../../../../test/factories/employer.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { signInAgain } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, employerCall, must, mustStaff, passTime, staffCall } from '../../../../test/world.ts'

let clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })

const withdraw = ({ id, student }: invoices.TestInvoiceApplication) =>
  call('POST /invoice/v1/withdraw', { id }, student.token)
const again = ({ orderNo, student }: invoices.TestInvoiceApplication, wanted: object) =>
  call('POST /invoice/v1/apply', { orderNo, ...invoices.personalInvoiceInput, ...wanted }, student.token)
const exported = (...ids: string[]) => staffCall('POST /invoice/v1/export', { ids }, clerk.token)
const queued = async ({ applyNo }: { applyNo: string }, state = 'PENDING') => {
  const asked = { keyword: applyNo, state }
  return (await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)).total
}
const actionsOf = async (id: string) => (await listAuditRowsOf(id)).map(({ action }) => action)

describe('withdrawing an invoice application', () => {
  it('a waiting invoice application can be withdrawn, leaves the queue and stays in the books', async () => {
    const invoice = await invoices.makeInvoiceApplication(invoices.companyInvoiceInput())
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ mayWithdraw: true, withdrawnAt: null })
    expect(await queued(invoice)).toBe(1)
    const both = await Promise.all([withdraw(invoice), withdraw(invoice)])
    expect(both[0]).toMatchObject({
      code: 1,
      data: {
        state: 'FAILED',
        withdrawnAt: expect.any(String),
        failReason: null,
        mayWithdraw: false,
      },
    })
    expect(both[1]).toEqual(both[0])
    expect(await withdraw(invoice)).toEqual(both[0])
    expect(await queued(invoice)).toBe(0)
    const row = await mustStaff('GET /invoice/v1/info', { id: invoice.id }, clerk.token)
    expect(row).toMatchObject({ state: 'FAILED', withdrawnAt: both[0].data.withdrawnAt })
    expect(await listAuditRowsOf(invoice.id)).toMatchObject([
      { action: 'invoice.applied' },
      { action: 'invoice.withdrawn', actor: `student:${invoice.student.id}` },
    ])
    // Students get no message about their own action.
    expect(await invoices.listInvoiceMessages(invoice)).toEqual([])
    const order = await mustStaff('GET /finance/v1/order', { orderNo: invoice.orderNo }, clerk.token)
    expect(order.invoice).toMatchObject({ withdrawn: true, onRefund: 'NOTHING' })
  })

  it('after a withdrawal the student may apply for an invoice again with the same content', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    await withdraw(invoice)
    const { data } = await again(invoice, {})
    expect(data).toMatchObject({ state: 'PENDING', replacesId: null })
    expect(data.id).not.toBe(invoice.id)
    expect(await withdraw(invoice)).toMatchObject({ code: 1, data: { state: 'FAILED' } })
    expect(await invoices.getOwnInvoice({ ...invoice, id: data.id })).toMatchObject({ state: 'PENDING' })
    expect(await again(invoice, invoices.companyInvoiceInput())).toMatchObject({
      key: 'invoice.alreadyApplied',
    })
  })

  it('refuses to withdraw an invoice application once staff have begun', async () => {
    const [listed, numbered, done] = [
      await invoices.makeInvoiceApplication(),
      await invoices.makeInvoiceApplication(),
      await invoices.makeIssuedInvoice(clerk),
    ]
    await exported(listed.id)
    const number = { id: numbered.id, invoiceNo: invoices.createTestInvoiceNo() }
    await mustStaff('POST /invoice/v1/number', number, clerk.token)
    for (const invoice of [listed, numbered, done]) {
      expect(await withdraw(invoice)).toMatchObject({
        key: 'invoice.takenUp',
        msg: expect.stringContaining('已开始开具'),
      })
      const corrected = { ...invoices.companyInvoiceInput(), insteadOf: invoice.id }
      expect(await again(invoice, corrected)).toMatchObject({ key: 'invoice.takenUp' })
      expect(await actionsOf(invoice.id)).not.toContain('invoice.withdrawn')
    }
    const failed = await invoices.makeInvoiceApplication()
    const no = { id: failed.id, reason: '抬头不全' }
    await mustStaff('POST /invoice/v1/fail', no, clerk.token)
    expect(await withdraw(failed)).toMatchObject({ data: { state: '开票失败' } })
    expect(await invoices.getOwnInvoice(failed)).toMatchObject({ failReason: '抬头不全', withdrawnAt: null })
  })

  it('a withdrawn invoice application cannot be issued, numbered or returned', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    await withdraw(invoice)
    const { id } = invoice
    const settled = { key: 'invoice.settled', data: { state: '已撤回' } }
    const { token } = clerk
    const number = { id, invoiceNo: invoices.createTestInvoiceNo() }
    expect(await staffCall('POST /invoice/v1/number', number, token)).toMatchObject(settled)
    for (const reason of ['税号不符', '申请人已撤回'])
      expect(await staffCall('POST /invoice/v1/fail', { id, reason }, token)).toMatchObject(settled)
    const fileId = await invoices.makeInvoiceFile(invoice, clerk)
    expect((await invoices.issueInvoiceFiles([fileId], clerk))[0]).toMatchObject({ outcome: 'NOT_OPEN' })
    expect(await exported(id)).toMatchObject({ key: 'invoice.withdrawn' })
  })

  it('the database refuses to undo or reassign a withdrawn application', async () => {
    const [back, waiting] = [await invoices.makeInvoiceApplication(), await invoices.makeInvoiceApplication()]
    await withdraw(back)
    const { db } = await deps()
    const alter = (id: string, set: object) => db.updateTable('invoice').set(set).where('id', '=', id).execute()
    await expect(alter(back.id, { withdrawnAt: null })).rejects.toThrow('not changed')
    await expect(alter(waiting.id, { withdrawnAt: new Date() })).rejects.toThrow('invoice_withdrawn')
  })
})

describe('staff and student at the same moment', () => {
  it('when staff and student act at once, exactly one changes the invoice application', async () => {
    for (let round = 0; round < 6; round += 1) {
      const invoice = await invoices.makeInvoiceApplication()
      const [mine, theirs] = await Promise.all([withdraw(invoice), exported(invoice.id)])
      const { state, withdrawnAt } = await invoices.getOwnInvoice(invoice)
      if (mine.code === 1) {
        expect(theirs).toMatchObject({ key: 'invoice.withdrawn' })
        expect([state, withdrawnAt]).toEqual(['FAILED', expect.any(String)])
      } else {
        expect(mine).toMatchObject({ key: 'invoice.takenUp' })
        expect(theirs).toMatchObject({ code: 1, data: { count: 1, begun: 1, withdrawn: 0 } })
        expect([state, withdrawnAt]).toEqual(['ISSUING', null])
      }
    }
  })

  it('a withdrawal waits for the lock of an invoice application and then sees the change', async () => {
    for (const staffFirst of [true, false]) {
      const invoice = await invoices.makeInvoiceApplication()
      const { db } = await deps()
      const answers = await db.transaction().execute(async (tx) => {
        const held = tx.selectFrom('invoice').select('id').where('id', '=', invoice.id)
        await held.forUpdate().execute()
        const first = staffFirst ? exported(invoice.id) : withdraw(invoice)
        await new Promise((resolve) => setTimeout(resolve, 150))
        const second = staffFirst ? withdraw(invoice) : exported(invoice.id)
        await new Promise((resolve) => setTimeout(resolve, 150))
        return [first, second]
      })
      const [first, second] = await Promise.all(answers)
      expect(first).toMatchObject({ code: 1 })
      const key = staffFirst ? 'invoice.takenUp' : 'invoice.withdrawn'
      expect(second).toMatchObject({ key })
    }
  })

  it('an invoice application that staff returned meanwhile does not block its correction', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const { db } = await deps()
    const corrected = await db.transaction().execute(async (tx) => {
      const held = tx.selectFrom('invoice').select('id').where('id', '=', invoice.id)
      await held.forUpdate().execute()
      const asked = again(invoice, { ...invoices.companyInvoiceInput(), insteadOf: invoice.id })
      await new Promise((resolve) => setTimeout(resolve, 300))
      const given = { state: 'FAILED', failReason: '抬头不全', failedAt: new Date() } as const
      await tx.updateTable('invoice').set(given).where('id', '=', invoice.id).execute()
      return [asked]
    })
    expect(await corrected[0]).toMatchObject({ code: 1, data: { state: 'PENDING' } })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ failReason: '抬头不全', withdrawnAt: null })
  })

  it('a batch skips withdrawn invoice applications and counts them', async () => {
    const [one, two] = [await invoices.makeInvoiceApplication(), await invoices.makeInvoiceApplication()]
    await withdraw(one)
    const { data } = await exported(one.id, two.id)
    expect(data).toMatchObject({ count: 1, begun: 1, withdrawn: 1 })
    const [sheet] = await readWorkbook(Buffer.from(data.content, 'base64'))
    expect(sheet?.data.map(([applyNo]) => applyNo)).toEqual(['申请编号', two.applyNo])
  })
})

describe('correcting an invoice application', () => {
  it('a correction replaces the invoice application at once, and a repeat gets the first response', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const corrected = { ...invoices.companyInvoiceInput(), insteadOf: invoice.id }
    const both = await Promise.all([again(invoice, corrected), again(invoice, corrected)])
    expect(both[0]).toMatchObject({ code: 1, data: { state: 'PENDING', title: corrected.title } })
    expect(both[1].data.id).toBe(both[0].data.id)
    expect((await again(invoice, corrected)).data.id).toBe(both[0].data.id)
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({
      state: 'FAILED',
      withdrawnAt: expect.any(String),
    })
    expect(await actionsOf(invoice.id)).toEqual(['invoice.applied', 'invoice.withdrawn'])
    expect(await actionsOf(both[0].data.id)).toEqual(['invoice.applied'])
    // An old page names a withdrawn application, so nothing is replaced.
    const older = { ...invoices.companyInvoiceInput(), insteadOf: invoice.id }
    expect(await again(invoice, older)).toMatchObject({ key: 'invoice.alreadyApplied' })
  })

  it('an unchanged correction keeps its place in the invoice queue', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const { data } = await again(invoice, { insteadOf: invoice.id })
    expect(data).toMatchObject({ id: invoice.id, state: 'PENDING' })
    expect(await actionsOf(invoice.id)).toEqual(['invoice.applied'])
  })

  it('refuses the eleventh correction of an invoice application in 24 hours', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    let last = invoice.id
    for (let count = 2; count <= 10; count += 1) {
      if (count % 2) await withdraw({ ...invoice, id: last })
      const { data } = await again(invoice, { remark: `第 ${count} 次`, insteadOf: last })
      expect(data.state).toBe('PENDING')
      last = data.id
    }
    const spent = { key: 'invoice.applicationsSpent', data: { most: 10 } }
    expect(await again(invoice, { ...invoices.companyInvoiceInput(), insteadOf: last })).toMatchObject(spent)
    // The old application stays, a repeat counts once, and withdrawing is never refused.
    expect(await invoices.getOwnInvoice({ ...invoice, id: last })).toMatchObject({ state: 'PENDING' })
    expect((await again(invoice, { remark: '第 10 次' })).data.id).toBe(last)
    expect(await withdraw({ ...invoice, id: last })).toMatchObject({ code: 1 })
    expect(await again(invoice, {})).toMatchObject(spent)
    await passTime(86_401)
    await signInAgain(invoice.student)
    clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
    expect(await again(invoice, {})).toMatchObject({ code: 1, data: { state: 'PENDING' } })
  })

  it('a refused correction of an invoice application changes nothing', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const bad = { ...invoices.companyInvoiceInput(), taxNo: '123', insteadOf: invoice.id }
    expect(await again(invoice, bad)).toMatchObject({
      data: { fields: { taxNo: expect.any(String) } },
    })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ state: 'PENDING' })
  })

  it('correcting the replacement of a reversed invoice keeps the reference to it', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    const wish = { id: invoice.id, ...invoices.companyInvoiceInput(), reason: '单位报销' }
    await must('POST /invoice/v1/change', wish, invoice.student.token)
    const red = { id: invoice.id, redNo: invoices.createTestInvoiceNo(), reason: '抬头有误' }
    await mustStaff('POST /invoice/v1/reverse', red, clerk.token)
    const { orderNo, student } = invoice
    const { id } = await must('GET /invoice/v1/info', { orderNo }, student.token)
    const { data } = await again(invoice, { ...invoices.companyInvoiceInput(), insteadOf: id })
    expect(data).toMatchObject({ state: 'PENDING', replacesId: invoice.id })
  })
})

describe('invoice applications of other students', () => {
  it('refuses to withdraw or replace an invoice application of somebody else', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const stranger = await makeStudent()
    const employer = await makeEmployer()
    const { id } = invoice
    const none = { key: 'invoice.notFound' }
    for (const one of [{ id }, { id: randomUUID() }]) {
      expect(await call('POST /invoice/v1/withdraw', one, stranger.token)).toMatchObject(none)
      const theirs = await employerCall('POST /invitation/v1/withdraw_invoice', one, employer.token)
      expect(theirs).toMatchObject(none)
    }
    const other = await invoices.makeInvoiceApplication()
    const wanted = { ...invoices.companyInvoiceInput(), insteadOf: id }
    expect(await again(other, wanted)).toMatchObject({ key: 'invoice.alreadyApplied' })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ state: 'PENDING' })
    expect(await invoices.getOwnInvoice(other)).toMatchObject({ state: 'PENDING' })
  })

  it.each([
    ['POST /invoice/v1/withdraw', call],
    ['POST /invitation/v1/withdraw_invoice', employerCall],
  ] as const)('%s requires sign-in and valid input', async (key, ask) => {
    const { token } = ask === call ? await makeStudent() : await makeEmployer()
    const send = ask as (key: string, input: object, token?: string) => Promise<object>
    expect(await send(key, { id: randomUUID() })).toMatchObject({ status: 401 })
    expect(await send(key, { id: '1' }, token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { id: expect.any(String) } },
    })
  })
})
