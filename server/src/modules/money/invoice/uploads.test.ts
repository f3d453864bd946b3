import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as invoices from '../../../../test/factories/invoice.ts'
import { consentToEmail, listArrivedMessages, runDeliveryJob } from '../../../../test/factories/outside.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { call, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })

const unused = async () => (await mustStaff('GET /invoice/v1/files', {}, clerk.token)).list.map(({ fileId }) => fileId)

describe('sending an issued invoice', () => {
  it('e-mails an issued invoice once to the verified address, never to a typed one', async () => {
    const typed = `${randomUUID().slice(0, 8)}@example.com`
    const [one, other] = [
      await invoices.makeInvoiceApplication({ ...invoices.uniqueCompanyInput(), email: typed }),
      await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput()),
    ]
    const address = await consentToEmail(one.student)
    const files = [await invoices.makeInvoiceFile(one, clerk), await invoices.makeInvoiceFile(other, clerk)]
    await invoices.issueInvoiceFiles(files, clerk)
    await invoices.issueInvoiceFiles(files, clerk)
    await Promise.all([runDeliveryJob(), runDeliveryJob()])
    const mails = (await listArrivedMessages(address)).filter(({ subject }) => subject === '发票已开具')
    expect(mails).toMatchObject([{ times: 1, text: expect.stringContaining('附件') }])
    const { invoiceNo, fileUrl } = await invoices.getOwnInvoice(one)
    const bytes = Buffer.from(await (await sendRawRequest(fileUrl ?? '')).arrayBuffer())
    expect(mails[0]?.attachments).toEqual([{ name: `电子发票_${invoiceNo}.xml`, content: bytes.toString('base64') }])
    expect(await listArrivedMessages(typed)).toEqual([])
    expect(await invoices.listInvoiceMessages(other)).toEqual(['发票已开具'])
  })

  it('an invoice application needs no e-mail address', async () => {
    const { email: _none, ...wanted } = invoices.uniqueCompanyInput()
    const order = await invoices.makePaidOrder()
    const input = { orderNo: order.orderNo, ...wanted }
    const made = await must('POST /invoice/v1/apply', input as never, order.student.token)
    expect(made).toMatchObject({ state: 'PENDING', email: '' })
    expect(await must('POST /invoice/v1/apply', { ...input, email: '' } as never, order.student.token)).toMatchObject({
      id: made.id,
    })
    const bad = { ...input, email: 'nobody' } as never
    expect(await call('POST /invoice/v1/apply', bad, order.student.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { email: expect.any(String) } },
    })
  })
})

describe('uploaded invoice files without use', () => {
  it('lists unused invoice files for their uploader, who can discard them', async () => {
    const one = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
    const [left, used] = [
      await invoices.makeInvoiceFile(one, clerk, { amountFen: 1 }),
      await invoices.makeInvoiceFile(one, clerk),
    ]
    await invoices.issueInvoiceFiles([left, used], clerk)
    expect(await unused()).toEqual(expect.arrayContaining([left]))
    expect(await unused()).not.toContain(used)
    const other = await makeStaff({ permissions: ['invoice.issue', 'invoice.read'] })
    const drop = (fileId: string, who = clerk) => staffCall('POST /invoice/v1/drop_file', { fileId }, who.token)
    expect(await drop(left, other)).toMatchObject({ key: 'common.notFound' })
    expect(await drop(used)).toMatchObject({ key: 'common.notFound' })
    expect(await drop(left)).toMatchObject({ code: 1 })
    expect(await unused()).not.toContain(left)
  })
})
