import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  type Applied,
  applied,
  company,
  fileFor,
  issue,
  issued,
  newInvoiceNo,
  own,
  personal,
  refundOrder,
  told,
} from '../../../test/factories/invoice.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../test/world.ts'

let clerk: TestStaff
let other: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
  other = await makeStaff({ permissions: ['invoice.read', 'invoice.issue'] })
})

const reverse = (id: string, change: object = {}, staff = clerk) =>
  staffCall(
    'POST /invoice/v1/reverse',
    { id, redNo: newInvoiceNo(), reason: '抬头有误', ...change },
    staff.token,
  )
const changeTo = (invoice: Applied, wanted: object) =>
  call(
    'POST /invoice/v1/change',
    { id: invoice.id, ...wanted, reason: '单位报销' },
    invoice.student.token,
  )
const withdraw = (invoice: Applied, token: string | undefined = invoice.student.token) =>
  call('POST /invoice/v1/withdraw_change', { id: invoice.id }, token)
/** What a student reads who wants to close the account. */
const hindrances = async ({ student }: Applied) =>
  (await must('GET /privacy/v1/closing', {}, student.token)).obstacles
const inQueue = async ({ applyNo }: Applied) => {
  const asked = { toReverse: 'true', keyword: applyNo }
  return (await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)).total
}

describe('a change that waits', () => {
  it('is taken back by whoever asked: the invoice stands, and may be changed after all', async () => {
    const invoice = await issued(clerk)
    await changeTo(invoice, company())
    expect(await own(invoice)).toMatchObject({ mayChange: false, mayWithdrawChange: true })
    expect(await inQueue(invoice)).toBe(1)
    expect(await hindrances(invoice)).toEqual([expect.stringContaining('换开申请也可以撤回')])
    const back = { state: 'ISSUED', change: null, mayChange: true, mayWithdrawChange: false }
    expect(await withdraw(invoice)).toMatchObject({ code: 1, data: back })
    // a repeat changes nothing
    expect(await withdraw(invoice)).toMatchObject({ code: 1, data: back })
    expect(await inQueue(invoice)).toBe(0)
    expect(await hindrances(invoice)).toEqual([])
    const actions = (await auditOf(invoice.id)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['invoice.changeAsked', 'invoice.changeWithdrawn'])
    const wanted = company()
    expect(await changeTo(invoice, wanted)).toMatchObject({ code: 1, data: { change: wanted } })
    expect((await reverse(invoice.id)).data.state).toBe('REVERSED')
    expect(await own(invoice)).toMatchObject({ change: wanted, mayWithdrawChange: false })
    expect(await withdraw(invoice)).toMatchObject({
      key: 'invoice.settled',
      msg: expect.stringContaining('已红冲'),
    })
  })

  it('is its student’s alone, signed in, by an id', async () => {
    const invoice = await issued(clerk)
    await changeTo(invoice, company())
    const somebody = await issued(clerk)
    expect(await withdraw(invoice, somebody.student.token)).toMatchObject({
      key: 'invoice.notFound',
    })
    const path = 'POST /invoice/v1/withdraw_change'
    expect(await call(path, { id: invoice.id })).toMatchObject({ status: 401 })
    expect(await call(path, { id: 'x' }, invoice.student.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await own(invoice)).toMatchObject({ mayWithdrawChange: true })
    // without a wish there is nothing to take back
    expect(await withdraw(somebody)).toMatchObject({ code: 1, data: { mayChange: true } })
  })

  it('or staff are first: of both at once one is told, and no wish is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const invoice = await issued(clerk)
      const { data } = await changeTo(invoice, company())
      const changeAskedAt = data.change?.askedAt
      const [mine, theirs] = await Promise.all([
        withdraw(invoice),
        reverse(invoice.id, { changeAskedAt }),
      ])
      const anew = await must(
        'GET /invoice/v1/info',
        { orderNo: invoice.orderNo },
        invoice.student.token,
      )
      if (mine.code === 1) {
        expect(theirs).toMatchObject({ key: 'invoice.changeMoved' })
        expect(anew).toMatchObject({ id: invoice.id, state: 'ISSUED', change: null })
        // the red invoice is there already: it is entered all the same, with open eyes
        expect((await reverse(invoice.id, { changeAskedAt: null })).code).toBe(1)
      } else {
        expect([mine.key, theirs.code]).toEqual(['invoice.settled', 1])
        expect(anew).toMatchObject({ state: 'PENDING', replacesId: invoice.id })
      }
    }
  })

  it('of a refunded order is no matter any more: the invoice goes in any case', async () => {
    const invoice = await issued(clerk)
    await changeTo(invoice, company())
    await refundOrder(invoice)
    expect(await own(invoice)).toMatchObject({ state: 'ISSUED', mayWithdrawChange: false })
    expect(await withdraw(invoice)).toMatchObject({ key: 'invoice.orderRefunded' })
  })

  it('is not reversed for when it was asked for anew since staff looked', async () => {
    const invoice = await issued(clerk)
    const { data } = await changeTo(invoice, company())
    await withdraw(invoice)
    await changeTo(invoice, company())
    const seen = { changeAskedAt: data.change?.askedAt }
    expect(await reverse(invoice.id, seen)).toMatchObject({ key: 'invoice.changeMoved' })
    expect(await reverse(invoice.id, { changeAskedAt: null })).toMatchObject({
      key: 'invoice.changeMoved',
    })
    expect(await reverse(invoice.id, { changeAskedAt: 'gestern' })).toMatchObject({
      key: 'common.invalid',
    })
    expect((await own(invoice)).state).toBe('ISSUED')
  })

  it('is asked for and taken back ten times a day', async () => {
    const invoice = await issued(clerk)
    for (let time = 0; time < 10; time += 1) {
      expect((await changeTo(invoice, company())).code).toBe(1)
      expect((await withdraw(invoice)).code).toBe(1)
    }
    expect(await changeTo(invoice, company())).toMatchObject({ key: 'invoice.applicationsSpent' })
    expect(await own(invoice)).toMatchObject({ change: null, mayChange: true })
  })
})

describe('a change', () => {
  it('is asked for once; the old invoice is reversed before the new one is issued', async () => {
    const invoice = await issued(clerk)
    const wanted = company()
    expect(await changeTo(invoice, personal)).toMatchObject({ key: 'invoice.sameTitle' })
    const race = await Promise.all([changeTo(invoice, wanted), changeTo(invoice, wanted)])
    expect(race[0]).toMatchObject({
      code: 1,
      data: { state: 'ISSUED', change: wanted, mayChange: false },
    })
    expect(race[1].data.change).toEqual(race[0].data.change)
    expect(await changeTo(invoice, company())).toMatchObject({ key: 'invoice.changed' })
    const asked = { toReverse: 'true', keyword: invoice.applyNo }
    const queue = await mustStaff('POST /invoice/v1/list', asked as never, clerk.token)
    expect(queue.list).toMatchObject([{ id: invoice.id, toReverse: true }])

    const redNo = newInvoiceNo()
    const both = await Promise.all([
      reverse(invoice.id, { redNo }),
      reverse(invoice.id, { redNo }, other),
    ])
    expect(both.map(({ code, data }) => [code, data.state])).toEqual([
      [1, 'REVERSED'],
      [1, 'REVERSED'],
    ])
    expect(await own(invoice)).toMatchObject({
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
    await issue([await fileFor(anew, clerk)], clerk)
    const second = { ...invoice, id: anew.id }
    expect(await own(second)).toMatchObject({ state: 'ISSUED', mayChange: false })
    expect(await changeTo(second, company())).toMatchObject({ key: 'invoice.changed' })
    expect(await told(invoice)).toEqual(['发票已开具', '发票已红冲', '发票已开具'])
    expect((await auditOf(invoice.id)).map(({ action }) => action)).toEqual([
      'invoice.applied',
      'invoice.issued',
      'invoice.changeAsked',
      'invoice.reversed',
    ])
  })

  it('waits for the first invoice, and a red number stands on one', async () => {
    const pending = await applied()
    expect(await changeTo(pending, company())).toMatchObject({ key: 'invoice.notIssued' })
    expect(await reverse(pending.id)).toMatchObject({ key: 'invoice.settled' })
    const [one, two] = [await issued(clerk), await issued(clerk)]
    const redNo = newInvoiceNo()
    expect(await reverse(one.id, { redNo })).toMatchObject({ code: 1 })
    expect(await reverse(two.id, { redNo })).toMatchObject({ key: 'invoice.numberTaken' })
    expect(await reverse(one.id)).toMatchObject({ key: 'invoice.settled' })
    const taken = { id: pending.id, invoiceNo: two.invoiceNo }
    expect(await staffCall('POST /invoice/v1/number', taken, clerk.token)).toMatchObject({
      key: 'invoice.numberTaken',
    })
  })

  it('is reversed by a number that no invoice has, not even its own; and no invoice gets a red one', async () => {
    const [one, two, pending] = [await issued(clerk), await issued(clerk), await applied()]
    for (const redNo of [two.invoiceNo, one.invoiceNo])
      expect(await reverse(two.id, { redNo })).toMatchObject({ key: 'invoice.numberTaken' })
    const redNo = newInvoiceNo()
    expect(await reverse(two.id, { redNo })).toMatchObject({ code: 1 })
    const number = { id: pending.id, invoiceNo: redNo }
    expect(await staffCall('POST /invoice/v1/number', number, clerk.token)).toMatchObject({
      key: 'invoice.numberTaken',
    })
    const named = await fileFor(pending, clerk, { number: redNo })
    expect(await issue([named], clerk)).toMatchObject([{ outcome: 'NUMBER_TAKEN' }])
    const { db } = await deps()
    const itself = { state: 'REVERSED', redNo: one.invoiceNo, reverseReason: '抬头有误' } as const
    const behind = db.updateTable('invoice').set({ ...itself, reversedAt: new Date() })
    await expect(behind.where('id', '=', one.id).execute()).rejects.toThrow('red_is_another')
  })

  it('is not asked for money that goes back, not even behind the program', async () => {
    await expect(refundOrder(await applied())).rejects.toThrow('money that goes back')
  })

  it('cannot be made behind the program: an issued invoice stays what it is', async () => {
    const invoice = await issued(clerk)
    const { db } = await deps()
    const alter = (set: object) =>
      db.updateTable('invoice').set(set).where('id', '=', invoice.id).execute()
    await expect(alter({ title: '别的抬头' })).rejects.toThrow('not changed')
    await expect(alter({ invoiceNo: newInvoiceNo() })).rejects.toThrow('not changed')
    await expect(alter({ amountFen: 1 })).rejects.toThrow()
  })
})

describe('a refunded order', () => {
  it('gets no invoice any more: what is issued is to be reversed', async () => {
    const done = await issued(clerk)
    await changeTo(done, company())
    await refundOrder(done)
    const row = await mustStaff('GET /invoice/v1/info', { id: done.id }, clerk.token)
    expect(row).toMatchObject({ state: 'ISSUED', orderStatus: 'REFUNDED', toReverse: true })
    expect(await reverse(done.id, { reason: '订单退款' })).toMatchObject({
      data: { state: 'REVERSED', toReverse: false },
    })
    // what was wished for is not issued for money that went back
    expect(
      await must('GET /invoice/v1/info', { orderNo: done.orderNo }, done.student.token),
    ).toMatchObject({ id: done.id, state: 'REVERSED' })
  })
})
