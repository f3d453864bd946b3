import { randomBytes, randomUUID } from 'node:crypto'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { callStaffUpload, makeOnePixelPng } from '../../../../test/factories/file.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeTaxXml } from '../../../../test/factories/invoice-files.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { buildZip } from '../../../../test/factories/zip.ts'
import { deps, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { setInvoiceIssued } from './store/desk.ts'

const clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
const other = await makeStaff({ permissions: ['invoice.read', 'invoice.issue'] })
const reader = await makeStaff({ permissions: ['invoice.read'] })

describe('issuing invoices by upload', () => {
  it('when two clerks issue one invoice, the first succeeds, and both see its owner', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const [mine, theirs] = [
      await invoices.makeInvoiceFile(invoice, clerk),
      await invoices.makeInvoiceFile(invoice, other),
    ]
    const rows = (
      await Promise.all([invoices.issueInvoiceFiles([mine], clerk), invoices.issueInvoiceFiles([theirs], other)])
    ).flat()
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['ISSUED', 'TAKEN'])
    expect(await listAuditRowsOf(invoice.id)).toHaveLength(2)
    expect(await invoices.listInvoiceMessages(invoice)).toEqual(['发票已开具'])
    const more = await invoices.makeInvoiceApplication()
    const [row] = await invoices.issueInvoiceFiles([await invoices.makeInvoiceFile(more, other)], clerk)
    expect(row).toMatchObject({ outcome: 'NO_FILE', fileName: '' })
  })

  it('accepts invoice files as PDF, OFD and XML by content from staff who may issue', async () => {
    const upload = (name: string, content: Buffer, token = clerk.token) =>
      callStaffUpload({ purpose: 'INVOICE', name, content }, token)
    for (const content of [Buffer.from('hello, no PDF at all'), makeOnePixelPng()])
      expect(await upload('a.pdf', content)).toMatchObject({ key: 'file.wrongType' })
    const zip = buildZip([{ name: 'other.xml', content: 'x' }])
    expect(await upload('a.ofd', zip)).toMatchObject({ key: 'file.wrongType' })
    expect(await upload('a.xml', Buffer.from('<!DOCTYPE html><html></html>'))).toMatchObject({
      key: 'file.wrongType',
    })
    await expect(upload('a.xml', makeTaxXml(), reader.token)).rejects.toThrow('staff.forbidden')
  })

  it('a crash between two steps of issuing leaves nothing incomplete', async () => {
    const invoice = await invoices.makeInvoiceApplication()
    const { db } = await deps()
    const fileId = await invoices.makeInvoiceFile(invoice, clerk)
    const killed = inTransaction(db, async (tx) => {
      await setInvoiceIssued(tx, invoice.id, {
        ...{ fileId, issuedBy: clerk.id, invoiceNo: invoices.createTestInvoiceNo(), invoiceCode: null },
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
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({ state: 'PENDING', fileUrl: null })
    expect(await invoices.listInvoiceMessages(invoice)).toEqual([])
    expect((await invoices.issueInvoiceFiles([fileId], clerk))[0]).toMatchObject({ outcome: 'ISSUED' })
    expect(await invoices.listInvoiceMessages(invoice)).toEqual(['发票已开具'])
  })
})

describe('the file of an issued invoice', () => {
  it('only the owner and staff can download an invoice file, and a changed link is refused', async () => {
    const invoice = await invoices.makeIssuedInvoice(clerk)
    const { fileUrl } = await invoices.getOwnInvoice(invoice)
    const got = await sendRawRequest(fileUrl ?? '')
    expect(got.status).toBe(200)
    expect(got.headers.get('content-disposition')).toContain('attachment')
    expect((await got.text()).startsWith('<?xml')).toBe(true)
    const stranger = await invoices.makeIssuedInvoice(clerk)
    const address = (await invoices.getOwnInvoice(stranger)).fileUrl ?? ''
    expect((await sendRawRequest(address.replace(stranger.id, invoice.id))).status).toBe(403)
    expect((await sendRawRequest((fileUrl ?? '').replace(/t=\w+/, 't=0'))).status).toBe(403)
    expect((await sendRawRequest(`/invoices/${invoice.id}`)).status).toBe(403)
    const desk = await mustStaff('GET /invoice/v1/info', { id: invoice.id }, reader.token)
    expect((await sendRawRequest(desk.fileUrl ?? '')).status).toBe(200)
    const crossed = (desk.fileUrl ?? '').replace('/desk-invoices/', '/invoices/')
    expect((await sendRawRequest(crossed)).status).toBe(403)
  })
})

describe('the queue of invoice applications', () => {
  it('a failed invoice application shows its reason, and the student may apply again', async () => {
    const invoice = await invoices.makeInvoiceApplication(invoices.companyInvoiceInput())
    const fail = (reason: string) => staffCall('POST /invoice/v1/fail', { id: invoice.id, reason }, clerk.token)
    const both = await Promise.all([fail('税号与名称不符'), fail('税号与名称不符')])
    expect(both[0]).toMatchObject({ code: 1, data: { state: 'FAILED' } })
    expect(both[1]).toEqual(both[0])
    expect(await fail('换个原因')).toMatchObject({
      key: 'invoice.settled',
      data: { state: '开票失败' },
    })
    expect(await invoices.getOwnInvoice(invoice)).toMatchObject({
      state: 'FAILED',
      failReason: '税号与名称不符',
    })
    expect(await invoices.listInvoiceMessages(invoice)).toEqual(['发票申请被退回'])
    const again = { orderNo: invoice.orderNo, ...invoices.personalInvoiceInput }
    const { id } = await must('POST /invoice/v1/apply', again, invoice.student.token)
    expect(id).not.toBe(invoice.id)
  })

  it('exports chosen invoice applications as a workbook and sets waiting ones to issuing', async () => {
    const wanted = invoices.companyInvoiceInput()
    const [one, two] = [await invoices.makeInvoiceApplication(wanted), await invoices.makeIssuedInvoice(clerk)]
    const input = { ids: [one.id, two.id] }
    const answer = await mustStaff('POST /invoice/v1/export', input, clerk.token)
    expect(answer).toMatchObject({ count: 2, begun: 1 })
    const [sheet] = await readWorkbook(Buffer.from(answer.content, 'base64'))
    const rows = sheet?.data ?? []
    expect(rows[0]?.slice(0, 2)).toEqual(['申请编号', '订单号'])
    const line = rows.find(([applyNo]) => applyNo === one.applyNo)
    expect(line).toEqual(expect.arrayContaining([wanted.title, wanted.taxNo, '培训费', '120.00']))
    expect((await invoices.getOwnInvoice(one)).state).toBe('ISSUING')
    expect(await mustStaff('POST /invoice/v1/export', input, clerk.token)).toMatchObject({
      count: 2,
      begun: 0,
    })
    const missing = { ids: [one.id, randomUUID()] }
    expect(await staffCall('POST /invoice/v1/export', missing, clerk.token)).toMatchObject({
      key: 'invoice.notFound',
    })
  })

  it('never exports failed or reversed invoice applications, even from an outdated list', async () => {
    const [open, failed, reversed] = [
      await invoices.makeInvoiceApplication(),
      await invoices.makeInvoiceApplication(),
      await invoices.makeIssuedInvoice(clerk),
    ]
    const sent = { reason: '抬头不全' }
    await mustStaff('POST /invoice/v1/fail', { id: failed.id, ...sent }, clerk.token)
    const red = { id: reversed.id, redNo: invoices.createTestInvoiceNo(), ...sent }
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

  it('filters the invoice queue by state, text and day', async () => {
    const wanted = invoices.companyInvoiceInput()
    const invoice = await invoices.makeInvoiceApplication(wanted)
    const find = async (filter: object) =>
      (await mustStaff('POST /invoice/v1/list', filter as never, reader.token)).list.map(({ id }) => id)
    for (const keyword of [wanted.taxNo, invoice.applyNo, invoice.orderNo])
      expect(await find({ keyword })).toEqual([invoice.id])
    expect(await find({ keyword: wanted.taxNo, state: 'ISSUED' })).toEqual([])
    expect(await find({ keyword: wanted.taxNo, to: '2001-01-01' })).toEqual([])
    expect(await find({ keyword: '%' })).toEqual([])
  })

  it('the search of invoices ignores case in number, title and owner', async () => {
    const word = randomUUID()
    const invoice = await invoices.makeInvoiceApplication({ title: `Clinic ${word}` })
    const name = `Wei ${randomUUID().slice(0, 23)}`
    const { db } = await deps()
    const { student } = invoice
    await db.updateTable('student').set({ name }).where('id', '=', student.id).execute()
    const found = { total: 1, list: [{ id: invoice.id, ownerName: name }] }
    for (const text of [invoice.applyNo, invoice.orderNo, `clinic ${word}`, name.slice(2)])
      for (const keyword of [text.toLowerCase(), text.toUpperCase()])
        expect(await mustStaff('POST /invoice/v1/list', { keyword }, reader.token), keyword).toMatchObject(found)
    const elsewhere = { keyword: word, state: 'ISSUED' as const }
    expect(await mustStaff('POST /invoice/v1/list', elsewhere, reader.token)).toMatchObject({
      total: 0,
    })
  })
})

describe('permissions of the invoice desk', () => {
  const id = randomUUID()
  // staff-calls.test covers sign-in and permission of every staff call.
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
  ] as const)('%s refuses invalid input', async (key, bad, field) => {
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
  ] as const)('%s refuses unknown invoices', async (key, input) => {
    expect(await staffCall(key, input, clerk.token)).toMatchObject({ key: 'invoice.notFound' })
  })
})
