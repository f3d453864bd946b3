import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { expectStudentCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  companyInvoiceInput,
  createTestCreditCode,
  makePaidOrder,
  personalInvoiceInput,
  setOrderRefunded,
} from '../../../../test/factories/invoice.ts'
import { callCreateOrder, makeOrder, type TestOrder } from '../../../../test/factories/order.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { removeSavedInvoiceTitle, saveInvoiceTitle } from './service/titles.ts'

const apply = ({ orderNo, student }: TestOrder, change: object = {}) =>
  call('POST /invoice/v1/apply', { orderNo, ...personalInvoiceInput, ...change }, student.token)
const mine = (token: string) => must('GET /invoice/v1/my_invoice', {}, token)

describe('applying for an invoice', () => {
  it('an invoice application covers the paid amount, and a repeat gets the first response', async () => {
    const order = await makePaidOrder()
    const wanted = companyInvoiceInput()
    const race = await Promise.all([apply(order, wanted), apply(order, wanted)])
    expect(race[0]).toMatchObject({
      code: 1,
      data: {
        ...wanted,
        orderNo: order.orderNo,
        state: 'PENDING',
        amount: 12_000,
        applyNo: expect.stringMatching(/^FP\d{14}$/),
        fileUrl: null,
        mayChange: false,
        change: null,
      },
    })
    expect(race[1]).toEqual(race[0])
    const { id, applyNo } = race[0].data
    expect((await apply(order, { ...wanted, taxNo: wanted.taxNo.toLowerCase() })).data.id).toBe(id)
    expect(await apply(order)).toMatchObject({ key: 'invoice.alreadyApplied', data: { applyNo } })
    expect((await mine(order.student.token)).list).toHaveLength(1)
    expect(await listAuditRowsOf(id)).toMatchObject([{ action: 'invoice.applied' }])
    const token = order.student.token
    for (const one of [{ id }, { orderNo: order.orderNo }])
      expect(await must('GET /invoice/v1/info', one, token)).toMatchObject({ id, applyNo })
  })

  it('refuses invoice applications after the last day and keeps earlier ones', async () => {
    const [late, standing] = [await makePaidOrder(), await makePaidOrder()]
    const first = await apply(standing)
    const { db } = await deps()
    const numbers = [late.orderNo, standing.orderNo]
    await sql`update orders set paid_at = paid_at - interval '2 years' where order_no = any(${numbers}::text[])`.execute(
      db,
    )
    const { list } = await must('GET /order/v1/my_order', {}, late.student.token)
    const { day } = list[0]?.invoiceDeadline ?? { day: '' }
    expect(list[0]).toMatchObject({ invoiceDeadline: { day: expect.any(String), passed: true } })
    expect(await apply(late)).toMatchObject({ key: 'invoice.tooLate', data: { day } })
    expect(await apply(standing)).toEqual(first)
    const corrected = { insteadOf: first.data.id, remark: '请尽快开具' }
    expect(await apply(standing, corrected)).toMatchObject({ code: 1 })
  })

  it('refuses invoice applications for orders that are open, free, refunded or of another student', async () => {
    const open = await makeOrder()
    expect(await apply(open)).toMatchObject({ key: 'invoice.notPaid' })
    const free = await makePlan({ priceFen: 0 })
    const student = await makeStudent()
    const { data } = await callCreateOrder(student, free)
    expect(await apply({ ...open, student, orderNo: data.orderNo })).toMatchObject({
      key: 'invoice.nothingPaid',
    })
    const paid = await makePaidOrder()
    expect(await apply({ ...paid, student })).toMatchObject({ key: 'order.notFound' })
    await setOrderRefunded(paid)
    expect(await apply(paid)).toMatchObject({ key: 'invoice.notPaid' })
    expect((await mine(paid.student.token)).total).toBe(0)
  })

  it('the database refuses an invoice of another amount or for an unpaid order', async () => {
    const [paid, refunded] = [await makePaidOrder(), await makePaidOrder()]
    await setOrderRefunded(refunded)
    const { db } = await deps()
    const insert = ({ orderNo }: TestOrder, amountFen: number) =>
      db
        .insertInto('invoice')
        .values({ ...personalInvoiceInput, orderNo, amountFen, applyNo: 'FP20260101999999' })
        .execute()
    await expect(insert(refunded, 12_000)).rejects.toThrow('not paid')
    await expect(insert(paid, 11_999)).rejects.toThrow('another sum')
    await apply(paid)
    await expect(insert(paid, 12_000)).rejects.toThrow('invoice_one_live')
  })

  it.each([
    ['taxNo', { titleType: 'COMPANY', title: '示例大药房有限公司' }],
    ['taxNo', { titleType: 'COMPANY', title: '示例公司', taxNo: '91330100MA0000000A' }],
    ['taxNo', { titleType: 'INSTITUTION', title: '示例医院', taxNo: '123' }],
    ['taxNo', { taxNo: createTestCreditCode() }],
    ['title', { title: '示例大药房有限公司' }],
    ['title', { title: '' }],
    ['title', { title: '<b>药师</b>' }],
    ['titleType', { titleType: 'OTHER' }],
    ['email', { email: 'nobody' }],
    ['orderNo', { orderNo: "1' or '1" }],
    ['remark', { remark: '长'.repeat(101) }],
  ])('refuses an invoice application with a wrong field: %s %j', async (field, change) => {
    const order = await makePaidOrder()
    expect(await apply(order, change)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect((await mine(order.student.token)).total).toBe(0)
  })

  it('an invoice application of an institution needs no credit code', async () => {
    const wanted = { titleType: 'INSTITUTION', title: '江州市第一人民医院' }
    expect(await apply(await makePaidOrder(), wanted)).toMatchObject({ code: 1, data: wanted })
  })
})

describe('access of other students to invoices', () => {
  it('hides invoices and saved invoice titles from other students', async () => {
    const order = await makePaidOrder()
    const { data } = await apply(order, { saveTitle: true })
    const stranger = await makeStudent()
    const { list } = await must('GET /invoice/v1/titles', {}, order.student.token)
    for (const one of [{ id: data.id }, { orderNo: order.orderNo }, { id: randomUUID() }])
      expect(await call('GET /invoice/v1/info', one, stranger.token)).toMatchObject({
        key: 'invoice.notFound',
      })
    const change = { id: data.id, ...companyInvoiceInput(), reason: '报销需要' }
    expect(await call('POST /invoice/v1/change', change, stranger.token)).toMatchObject({
      key: 'invoice.notFound',
    })
    const title = { id: list[0]?.id }
    expect(await call('POST /invoice/v1/remove_title', title, stranger.token)).toMatchObject({
      key: 'common.notFound',
    })
    expect((await mine(stranger.token)).total).toBe(0)
    expect((await must('GET /invoice/v1/titles', {}, order.student.token)).list).toHaveLength(1)
  })
})

describe('saved invoice titles', () => {
  it('stores up to twenty invoice titles once each, last used first, and deletes them', async () => {
    const [order, world] = [await makePaidOrder(), await deps()]
    const { student } = order
    const save = (title: string) =>
      inTransaction(world.db, (tx) => saveInvoiceTitle(tx, student.id, { titleType: 'PERSONAL', title, taxNo: null }))
    for (const title of ['抬头甲', '抬头乙', '抬头甲']) await save(title)
    const before = (await must('GET /invoice/v1/titles', {}, student.token)).list
    expect(before.map(({ title }) => title)).toEqual(['抬头甲', '抬头乙'])
    for (let no = 3; no <= 20; no += 1) await save(`抬头${no}`)
    expect(await apply(order, { title: '多余的', saveTitle: true })).toMatchObject({
      key: 'invoice.tooManyTitles',
    })
    const id = before[0]?.id ?? ''
    await must('POST /invoice/v1/remove_title', { id }, student.token)
    const { list } = await must('GET /invoice/v1/titles', {}, student.token)
    expect(list).toHaveLength(19)
    const actor = { studentId: student.id, tokenHash: '' }
    await expect(removeSavedInvoiceTitle(world, actor, { id })).rejects.toThrow('common.notFound')
  })
})

describe('invoice calls', () => {
  const id = randomUUID()
  it.each([
    ['POST /invoice/v1/apply', { orderNo: '1' }, 'orderNo'],
    ['GET /invoice/v1/my_invoice', { state: 'DONE' }, 'state'],
    ['GET /invoice/v1/info', { id, orderNo: '20260101000000AAAAAAAA' }, 'id'],
    ['POST /invoice/v1/change', { id, ...personalInvoiceInput, reason: '' }, 'reason'],
    ['POST /invoice/v1/remove_title', { id: '1' }, 'id'],
  ] as const)('%s requires sign-in and valid input', async (...one) => expectStudentCallIsGuarded(one))

  it('listing saved titles needs sign-in', async () => {
    expect((await call('GET /invoice/v1/titles')).status).toBe(401)
  })
})
