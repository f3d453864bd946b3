import { randomBytes, randomUUID } from 'node:crypto'
import readWorkbook from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { onePixelPng, staffUpload } from '../../../test/factories/file.ts'
import {
  applied,
  company,
  fileFor,
  issue,
  issued,
  newInvoiceNo,
  own,
  personal,
  told,
} from '../../../test/factories/invoice.ts'
import { taxXml } from '../../../test/factories/invoice-files.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { zipOf } from '../../../test/factories/zip.ts'
import { ask, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { setIssued } from './store/desk.ts'

let clerk: TestStaff
let other: TestStaff
let reader: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
  other = await makeStaff({ permissions: ['invoice.read', 'invoice.issue'] })
  reader = await makeStaff({ permissions: ['invoice.read'] })
})

describe('issuing by uploaded files', () => {
  it('takes the first of two clerks; both are told whose it is', async () => {
    const invoice = await applied()
    const [mine, theirs] = [await fileFor(invoice, clerk), await fileFor(invoice, other)]
    const rows = (await Promise.all([issue([mine], clerk), issue([theirs], other)])).flat()
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['ISSUED', 'TAKEN'])
    expect(await auditOf(invoice.id)).toHaveLength(2)
    expect(await told(invoice)).toEqual(['发票已开具'])
    // what another has uploaded is not mine to give
    const more = await applied()
    const [row] = await issue([await fileFor(more, other)], clerk)
    expect(row).toMatchObject({ outcome: 'NO_FILE', fileName: '' })
  })

  it('takes PDF, OFD and XML by their content, from who may issue', async () => {
    const upload = (name: string, content: Buffer, token = clerk.token) =>
      staffUpload({ purpose: 'INVOICE', name, content }, token)
    for (const content of [Buffer.from('hello, no PDF at all'), onePixelPng()])
      expect(await upload('a.pdf', content)).toMatchObject({ key: 'file.wrongType' })
    const zip = zipOf([{ name: 'other.xml', content: 'x' }])
    expect(await upload('a.ofd', zip)).toMatchObject({ key: 'file.wrongType' })
    expect(await upload('a.xml', Buffer.from('<!DOCTYPE html><html></html>'))).toMatchObject({
      key: 'file.wrongType',
    })
    await expect(upload('a.xml', taxXml(), reader.token)).rejects.toThrow('staff.forbidden')
  })

  it('leaves nothing half done when it is killed between two steps', async () => {
    const invoice = await applied()
    const { db } = await deps()
    const fileId = await fileFor(invoice, clerk)
    const killed = inTransaction(db, async (tx) => {
      await setIssued(tx, invoice.id, {
        ...{ fileId, issuedBy: clerk.id, invoiceNo: newInvoiceNo(), invoiceCode: null },
        ...{
          fileSha256: randomBytes(32),
          datedOn: '2026-01-01',
          checkWay: 'READ',
          checkNote: null,
        },
      })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await own(invoice)).toMatchObject({ state: 'PENDING', fileUrl: null })
    expect(await told(invoice)).toEqual([])
    expect((await issue([fileId], clerk))[0]).toMatchObject({ outcome: 'ISSUED' })
    expect(await told(invoice)).toEqual(['发票已开具'])
  })
})

describe('the issued file', () => {
  it('is downloaded by its owner for ten minutes, by staff, and by nobody else', async () => {
    const invoice = await issued(clerk)
    const { fileUrl } = await own(invoice)
    const got = await ask(fileUrl ?? '')
    expect(got.status).toBe(200)
    expect(got.headers.get('content-disposition')).toContain('attachment')
    expect((await got.text()).startsWith('<?xml')).toBe(true)
    const stranger = await issued(clerk)
    const address = (await own(stranger)).fileUrl ?? ''
    expect((await ask(address.replace(stranger.id, invoice.id))).status).toBe(403)
    expect((await ask((fileUrl ?? '').replace(/t=\w+/, 't=0'))).status).toBe(403)
    expect((await ask(`/invoices/${invoice.id}`)).status).toBe(403)
    const desk = await mustStaff('GET /invoice/v1/info', { id: invoice.id }, reader.token)
    expect((await ask(desk.fileUrl ?? '')).status).toBe(200)
    const crossed = (desk.fileUrl ?? '').replace('/desk-invoices/', '/invoices/')
    expect((await ask(crossed)).status).toBe(403)
  })
})

describe('the queue', () => {
  it('fails an application with a reason its student reads, who may ask anew', async () => {
    const invoice = await applied(company())
    const fail = (reason: string) =>
      staffCall('POST /invoice/v1/fail', { id: invoice.id, reason }, clerk.token)
    const both = await Promise.all([fail('税号与名称不符'), fail('税号与名称不符')])
    expect(both[0]).toMatchObject({ code: 1, data: { state: 'FAILED' } })
    expect(both[1]).toEqual(both[0])
    expect(await fail('换个原因')).toMatchObject({
      key: 'invoice.settled',
      data: { state: '开票失败' },
    })
    expect(await own(invoice)).toMatchObject({ state: 'FAILED', failReason: '税号与名称不符' })
    expect(await told(invoice)).toEqual(['发票申请被退回'])
    const again = { orderNo: invoice.orderNo, ...personal }
    const { id } = await must('POST /invoice/v1/apply', again, invoice.student.token)
    expect(id).not.toBe(invoice.id)
  })

  it('exports what is chosen as a workbook; those that waited are being issued', async () => {
    const wanted = company()
    const [one, two] = [await applied(wanted), await issued(clerk)]
    const input = { ids: [one.id, two.id] }
    const answer = await mustStaff('POST /invoice/v1/export', input, clerk.token)
    expect(answer).toMatchObject({ count: 2, begun: 1 })
    const [sheet] = await readWorkbook(Buffer.from(answer.content, 'base64'))
    const rows = sheet?.data ?? []
    expect(rows[0]?.slice(0, 2)).toEqual(['申请编号', '订单号'])
    const line = rows.find(([applyNo]) => applyNo === one.applyNo)
    expect(line).toEqual(expect.arrayContaining([wanted.title, wanted.taxNo, '培训费', '120.00']))
    expect((await own(one)).state).toBe('ISSUING')
    expect(await mustStaff('POST /invoice/v1/export', input, clerk.token)).toMatchObject({
      count: 2,
      begun: 0,
    })
    const missing = { ids: [one.id, randomUUID()] }
    expect(await staffCall('POST /invoice/v1/export', missing, clerk.token)).toMatchObject({
      key: 'invoice.notFound',
    })
  })

  it('exports neither what was turned down nor what was reversed, whatever a stale list sends', async () => {
    const [open, failed, reversed] = [await applied(), await applied(), await issued(clerk)]
    const sent = { reason: '抬头不全' }
    await mustStaff('POST /invoice/v1/fail', { id: failed.id, ...sent }, clerk.token)
    const red = { id: reversed.id, redNo: newInvoiceNo(), ...sent }
    await mustStaff('POST /invoice/v1/reverse', red, clerk.token)
    const ids = [open, failed, reversed].map(({ id }) => id)
    const answer = await mustStaff('POST /invoice/v1/export', { ids }, clerk.token)
    expect(answer).toMatchObject({ count: 1, begun: 1, withdrawn: 0, ended: 2 })
    const [sheet] = await readWorkbook(Buffer.from(answer.content, 'base64'))
    expect(sheet?.data.map(([applyNo]) => applyNo)).toEqual(['申请编号', open.applyNo])
    const ended = { ids: ids.slice(1) }
    expect(await staffCall('POST /invoice/v1/export', ended, clerk.token)).toMatchObject({
      key: 'invoice.withdrawn',
    })
  })

  it('is filtered by state, words and days', async () => {
    const wanted = company()
    const invoice = await applied(wanted)
    const find = async (filter: object) =>
      (await mustStaff('POST /invoice/v1/list', filter as never, reader.token)).list.map(
        ({ id }) => id,
      )
    for (const keyword of [wanted.taxNo, invoice.applyNo, invoice.orderNo])
      expect(await find({ keyword })).toEqual([invoice.id])
    expect(await find({ keyword: wanted.taxNo, state: 'ISSUED' })).toEqual([])
    expect(await find({ keyword: wanted.taxNo, to: '2001-01-01' })).toEqual([])
    expect(await find({ keyword: '%' })).toEqual([])
  })

  it('finds words in capitals or not: a number, the title, whose order it is', async () => {
    const word = randomUUID()
    const invoice = await applied({ title: `Clinic ${word}` })
    const name = `Wei ${randomUUID().slice(0, 23)}`
    const { db } = await deps()
    const { student } = invoice
    await db.updateTable('student').set({ name }).where('id', '=', student.id).execute()
    const found = { total: 1, list: [{ id: invoice.id, ownerName: name }] }
    for (const text of [invoice.applyNo, invoice.orderNo, `clinic ${word}`, name.slice(2)])
      for (const keyword of [text.toLowerCase(), text.toUpperCase()])
        expect(
          await mustStaff('POST /invoice/v1/list', { keyword }, reader.token),
          keyword,
        ).toMatchObject(found)
    const elsewhere = { keyword: word, state: 'ISSUED' as const }
    expect(await mustStaff('POST /invoice/v1/list', elsewhere, reader.token)).toMatchObject({
      total: 0,
    })
  })
})

describe('every call of the desk', () => {
  const id = randomUUID()
  // sign-in and its permission are asked of every call of the staff at once: staff-calls.test
  it.each([
    ['POST /invoice/v1/list', { state: 'X' }, 'state'],
    ['GET /invoice/v1/info', { id: '1' }, 'id'],
    ['POST /invoice/v1/export', { ids: [] }, 'ids'],
    ['POST /invoice/v1/number', { id, invoiceNo: '1' }, 'invoiceNo'],
    ['POST /invoice/v1/issue', { fileIds: 'x' }, 'fileIds'],
    ['POST /invoice/v1/issue_for', { fileId: id, id: 'x' }, 'id'],
    ['POST /invoice/v1/issue_for', { fileId: id, id, reason: 'x' }, 'reason'],
    ['POST /invoice/v1/drop_file', { fileId: '1' }, 'fileId'],
    ['POST /invoice/v1/fail', { id, reason: '' }, 'reason'],
    ['POST /invoice/v1/reverse', { id, redNo: 'x' }, 'redNo'],
    ['POST /invoice/v1/settle', { id, outcome: 'RED' }, 'redNo'],
  ] as const)('%s asks for good input', async (key, bad, field) => {
    expect(await staffCall(key, bad, clerk.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })

  it.each([
    ['GET /invoice/v1/info', { id }],
    ['POST /invoice/v1/number', { id, invoiceNo: '12345678' }],
    ['POST /invoice/v1/issue_for', { id, fileId: id }],
    ['POST /invoice/v1/fail', { id, reason: '税号不符' }],
    ['POST /invoice/v1/reverse', { id, redNo: '12345678', reason: '退款' }],
    ['POST /invoice/v1/settle', { id, outcome: 'NEVER_ISSUED' }],
  ] as const)('%s knows only invoices that are there', async (key, input) => {
    expect(await staffCall(key, input, clerk.token)).toMatchObject({ key: 'invoice.notFound' })
  })
})
