import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeInvoiceOfd, makeTaxXml, sampleInvoice } from '../../../../test/factories/invoice-files.ts'
import { makeDrawnPdf, makeInvoicePdf } from '../../../../test/factories/invoice-pdf.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'

const clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })

const issueFor = (fileId: string, { id }: { id: string }, more: object = {}) =>
  staffCall('POST /invoice/v1/issue_for', { fileId, id, ...more }, clerk.token)
const unused = async () => (await mustStaff('GET /invoice/v1/files', {}, clerk.token)).list.map(({ fileId }) => fileId)

describe('matching an invoice file to an application', () => {
  it('matches invoice files as PDF, OFD and XML by content, and a repeat notifies nobody twice', async () => {
    const three = [
      await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput()),
      await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput()),
      await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput()),
    ]
    const files: string[] = []
    for (const [at, one] of three.entries()) {
      const made = { ...(await invoices.makeTestInvoiceFor(one)), remark: '' }
      const content = [makeInvoicePdf(made), makeInvoiceOfd(made), makeTaxXml(made)][at]
      files.push(await invoices.uploadInvoiceFile((await content) ?? Buffer.alloc(0), clerk, `下载 (${at}).pdf`))
    }
    const rows = await invoices.issueInvoiceFiles(files, clerk)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ISSUED', 'ISSUED', 'ISSUED'])
    expect(rows.map(({ invoiceId }) => invoiceId)).toEqual(three.map(({ id }) => id))
    const again = await invoices.issueInvoiceFiles(files, clerk)
    for (const [at, row] of again.entries()) {
      const { number } = row.read ?? {}
      const fileName = `电子发票_${number}.${['pdf', 'ofd', 'xml'][at]}`
      expect(row).toEqual({ ...rows[at], fileName })
    }
    for (const [at, one] of three.entries()) {
      const { number, date } = rows[at]?.read ?? {}
      expect(await invoices.getOwnInvoice(one)).toMatchObject({ state: 'ISSUED', invoiceNo: number })
      const desk = await mustStaff('GET /invoice/v1/info', { id: one.id }, clerk.token)
      expect(desk).toMatchObject({ datedOn: date, checkWay: 'READ', checkNote: null })
      expect(await invoices.listInvoiceMessages(one)).toEqual(['发票已开具'])
    }
    expect(await unused()).not.toEqual(expect.arrayContaining([files[0]]))
  })

  it('invoice matching ignores brackets, spaces, case and the suffix for persons', async () => {
    const wanted = { ...invoices.companyInvoiceInput(), title: `示例(${randomUUID().slice(0, 8)})Pharma 药房` }
    const one = await invoices.makeInvoiceApplication(wanted)
    const alike = wanted.title.replace('(', '（').replace(')', '）').replace(' ', '').toUpperCase()
    const file = await invoices.makeInvoiceFile(one, clerk, { title: alike, remark: '' })
    expect((await invoices.issueInvoiceFiles([file], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: one.id,
    })
    const name = `欧阳${'甲乙丙丁戊己庚辛'[Math.floor(Math.random() * 8)]}${randomUUID().slice(0, 6)}`
    const person = await invoices.makeInvoiceApplication({ titleType: 'PERSONAL', title: name })
    const theirs = await invoices.makeInvoiceFile(person, clerk, { title: `${name}（个人）`, remark: '' })
    expect((await invoices.issueInvoiceFiles([theirs], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: person.id,
    })
  })

  it('of equal applications, the one that the file names or that staff choose gets the invoice file', async () => {
    const wanted = invoices.uniqueCompanyInput()
    const [one, two, three] = [
      await invoices.makeInvoiceApplication(wanted),
      await invoices.makeInvoiceApplication(wanted),
      await invoices.makeInvoiceApplication(wanted),
    ]
    const open = await invoices.makeInvoiceFile(one, clerk, { remark: '' })
    const [row] = await invoices.issueInvoiceFiles([open], clerk)
    expect(row).toMatchObject({ outcome: 'AMBIGUOUS', invoiceId: null })
    expect(row?.candidates.map(({ invoiceId }) => invoiceId)).toEqual([one.id, two.id, three.id])
    const named = await invoices.makeInvoiceFile(three, clerk, { remark: `订单 ${three.orderNo}` })
    expect((await invoices.issueInvoiceFiles([named], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: three.id,
    })
    expect(await issueFor(open, two)).toMatchObject({
      data: { outcome: 'ISSUED', invoiceId: two.id },
    })
    expect(await invoices.getOwnInvoice(one)).toMatchObject({ state: 'PENDING' })
  })

  it('an application with an entered invoice number accepts only the invoice file with that number', async () => {
    const [one, two] = [
      await invoices.makeInvoiceApplication(),
      await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput()),
    ]
    const invoiceNo = invoices.createTestInvoiceNo()
    await mustStaff('POST /invoice/v1/number', { id: one.id, invoiceNo }, clerk.token)
    const file = await invoices.makeInvoiceFile(one, clerk, { number: invoiceNo, remark: '' })
    expect((await invoices.issueInvoiceFiles([file], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: one.id,
    })
    await mustStaff('POST /invoice/v1/number', { id: two.id, invoiceNo: invoices.createTestInvoiceNo() }, clerk.token)
    const wrong = await invoices.makeInvoiceFile(two, clerk)
    const [row] = await invoices.issueInvoiceFiles([wrong], clerk)
    expect(row).toMatchObject({
      outcome: 'MISMATCH',
      differences: [{ field: 'number', mayAccept: false }],
    })
  })
})

describe('an invoice file that differs from the application', () => {
  let one: invoices.TestInvoiceApplication
  const wanted = invoices.uniqueCompanyInput()
  beforeAll(async () => {
    one = await invoices.makeInvoiceApplication(wanted)
  })
  const otherTitle = '别家医药有限公司'
  it.each([
    ['title', { title: otherTitle }, otherTitle, true],
    ['taxNo', { taxNo: '91350100M000100Y43' }, '91350100M000100Y43', false],
    ['amount', { amountFen: 12_001 }, '¥120.01', false],
    ['date', { date: '2020-01-01' }, '2020-01-01', true],
    ['date', { date: '2199-01-01' }, '2199-01-01', true],
  ] as const)(
    'refuses an invoice file that differs in its %s and shows both values',
    async (field, given, read, mayAccept) => {
      const [row] = await invoices.issueInvoiceFiles([await invoices.makeInvoiceFile(one, clerk, given)], clerk)
      expect(row).toMatchObject({ outcome: 'MISMATCH', invoiceId: one.id, applyNo: one.applyNo })
      expect(row?.differences).toEqual([{ field, applied: expect.any(String), read, mayAccept }])
      const { state } = await invoices.getOwnInvoice(one)
      expect(state).toBe('PENDING')
      // A reason cannot override a wrong amount or a wrong buyer.
      if (!mayAccept)
        expect(await issueFor(row?.fileId ?? '', one, { reason: '仍要开具' })).toMatchObject({
          data: { outcome: 'MISMATCH' },
        })
    },
  )

  it('accepts a different invoice file when staff give a reason', async () => {
    const title = `${wanted.title}分店`
    const fileId = await invoices.makeInvoiceFile(one, clerk, { title })
    expect(await issueFor(fileId, one)).toMatchObject({ data: { outcome: 'MISMATCH' } })
    const reason = '申请人来电确认以分店名义开具'
    expect(await issueFor(fileId, one, { reason })).toMatchObject({ data: { outcome: 'ISSUED' } })
    const desk = await mustStaff('GET /invoice/v1/info', { id: one.id }, clerk.token)
    expect(desk).toMatchObject({ checkWay: 'ACCEPTED', checkNote: reason })
    const [last] = (await listAuditRowsOf(one.id)).slice(-1)
    expect(last).toMatchObject({
      action: 'invoice.issued',
      detail: {
        checkNote: reason,
        differences: [{ field: 'title', applied: wanted.title, read: title }],
      },
    })
  })

  it('an invoice file with an unknown buyer matches no application', async () => {
    const file = makeTaxXml({
      ...sampleInvoice,
      title: randomUUID(),
      taxNo: invoices.createTestCreditCode(),
      number: invoices.createTestInvoiceNo(),
    })
    const [row] = await invoices.issueInvoiceFiles([await invoices.uploadInvoiceFile(file, clerk)], clerk)
    expect(row).toMatchObject({ outcome: 'UNMATCHED', candidates: [], read: { amount: 12_000 } })
  })
})

describe('no invoice is used twice', () => {
  it('refuses the same invoice file or number for a second application and names the first', async () => {
    const first = await invoices.makeIssuedInvoice(clerk, invoices.uniqueCompanyInput())
    const { db } = await deps()
    const address = (await invoices.getOwnInvoice(first)).fileUrl ?? ''
    const bytes = Buffer.from(await (await sendRawRequest(address)).arrayBuffer())
    const again = await invoices.uploadInvoiceFile(bytes, clerk)
    const named = { invoiceId: first.id, applyNo: first.applyNo }
    expect((await invoices.issueInvoiceFiles([again], clerk))[0]).toMatchObject({
      outcome: 'SAME_FILE',
      ...named,
    })
    const second = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
    expect(await issueFor(again, second)).toMatchObject({
      data: { outcome: 'SAME_FILE', ...named },
    })
    const number = await invoices.makeInvoiceFile(second, clerk, { number: first.invoiceNo })
    expect((await invoices.issueInvoiceFiles([number], clerk))[0]).toMatchObject({
      outcome: 'NUMBER_TAKEN',
      ...named,
    })
    expect(await invoices.getOwnInvoice(second)).toMatchObject({ state: 'PENDING' })
    const stolen = db
      .updateTable('invoice')
      .set({ fileSha256: db.selectFrom('file').select('sha256').where('id', '=', first.fileId) })
    await expect(stolen.where('id', '=', second.id).execute()).rejects.toThrow('invoice_bytes_one')
  })

  it('of two clerks with one invoice for two applications only the first succeeds', async () => {
    const other = await makeStaff({ permissions: ['invoice.issue', 'invoice.read'] })
    const [one, two] = [await invoices.makeInvoiceApplication(), await invoices.makeInvoiceApplication()]
    const number = invoices.createTestInvoiceNo()
    const [mine, theirs] = [
      await invoices.makeInvoiceFile(one, clerk, { number }),
      await invoices.makeInvoiceFile(two, other, { number }),
    ]
    const rows = (
      await Promise.all([invoices.issueInvoiceFiles([mine], clerk), invoices.issueInvoiceFiles([theirs], other)])
    ).flat()
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['ISSUED', 'NUMBER_TAKEN'])
  })

  it('invoice numbers with the same 8 digits but different invoice codes count as different', async () => {
    const number = String(Math.floor(Math.random() * 9e7) + 1e7)
    const issueOld = async (code: string) => {
      const one = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
      const made = { ...(await invoices.makeTestInvoiceFor(one)), number, code, remark: '' }
      return invoices.issueInvoiceFiles(
        [await invoices.uploadInvoiceFile(makeInvoiceOfd(made, 'form of 2019'), clerk)],
        clerk,
      )
    }
    expect(await issueOld('033002600111')).toMatchObject([{ outcome: 'ISSUED' }])
    expect(await issueOld('033002600112')).toMatchObject([{ outcome: 'ISSUED' }])
    expect(await issueOld('033002600111')).toMatchObject([{ outcome: 'NUMBER_TAKEN' }])
  })
})

describe('an unreadable invoice file', () => {
  it('refuses an unreadable file with advice and issues nothing', async () => {
    const one = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
    const made = await invoices.makeTestInvoiceFor(one)
    const locked = await invoices.uploadInvoiceFile(await makeInvoicePdf(made, { userPassword: 'x' }), clerk)
    const contract = await invoices.uploadInvoiceFile(
      await makeDrawnPdf({}, (page) => page.text('培训服务合同', 40, 40)),
      clerk,
    )
    const cut = await invoices.uploadInvoiceFile(makeTaxXml(made).subarray(0, 700), clerk)
    const rows = await invoices.issueInvoiceFiles([locked, contract, cut], clerk)
    expect(rows.map(({ outcome, mayType }) => [outcome, mayType])).toEqual(Array(3).fill(['UNREADABLE', false]))
    expect(rows.map(({ says }) => says)).toEqual([
      expect.stringContaining('密码'),
      expect.stringContaining('没有发票'),
      expect.stringContaining('不完整'),
    ])
    const typed = {
      number: made.number,
      date: made.date,
      title: one.title,
      taxNo: made.taxNo,
      amount: one.amount,
    }
    expect(await issueFor(locked, one, { typed, reason: '打不开' })).toMatchObject({
      key: 'invoice.notToBeTyped',
    })
    expect(await invoices.getOwnInvoice(one)).toMatchObject({ state: 'PENDING' })
  })

  it('staff may accept an invoice picture with a reason, and the invoice stays marked', async () => {
    const one = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
    const scan = await invoices.uploadInvoiceFile(
      await makeDrawnPdf({}, (page) => page.rect(40, 40, 500, 300).fill('#eee')),
      clerk,
    )
    expect(await invoices.issueInvoiceFiles([scan], clerk)).toMatchObject([{ outcome: 'UNREADABLE', mayType: true }])
    const { number, date, taxNo } = await invoices.makeTestInvoiceFor(one)
    const typed = { number, date, title: one.title, taxNo, amount: one.amount }
    expect(await issueFor(scan, one, { typed })).toMatchObject({ key: 'invoice.typedNeedsReason' })
    const reason = '纸质发票的扫描件，已与税务系统核对'
    expect(await issueFor(scan, one, { typed: { ...typed, amount: 1 }, reason })).toMatchObject({
      data: { outcome: 'MISMATCH', differences: [{ field: 'amount' }] },
    })
    expect(await issueFor(scan, one, { typed, reason })).toMatchObject({
      data: { outcome: 'ISSUED' },
    })
    const desk = await mustStaff('GET /invoice/v1/info', { id: one.id }, clerk.token)
    expect(desk).toMatchObject({
      checkWay: 'TYPED',
      checkNote: reason,
      invoiceNo: number,
      datedOn: date,
    })
  })
})

describe('the red invoice of an issued invoice', () => {
  it('a red invoice is matched by the number it reverses and stored with its file', async () => {
    const one = await invoices.makeIssuedInvoice(clerk, invoices.uniqueCompanyInput())
    const redNo = invoices.createTestInvoiceNo()
    const red = (given: object = {}) =>
      invoices.makeInvoiceFile(one, clerk, {
        amountFen: -12_000,
        number: redNo,
        remark: `被红冲蓝字数电发票号码：${one.invoiceNo}`,
        ...given,
      })
    const fileId = await red()
    expect(await invoices.issueInvoiceFiles([fileId], clerk)).toMatchObject([
      { outcome: 'RED', invoiceId: one.id, read: { number: redNo } },
    ])
    const reverse = (input: object) =>
      staffCall('POST /invoice/v1/reverse', { id: one.id, redNo, reason: '抬头有误', ...input }, clerk.token)
    const half = await red({ amountFen: -6000, number: invoices.createTestInvoiceNo() })
    expect(await reverse({ fileId: half })).toMatchObject({
      key: 'invoice.redFileDiffers',
      msg: expect.stringContaining('¥-120.00'),
    })
    expect(await reverse({ fileId, redNo: invoices.createTestInvoiceNo() })).toMatchObject({
      key: 'invoice.redFileDiffers',
    })
    expect(await reverse({ fileId: randomUUID() })).toMatchObject({ key: 'common.notFound' })
    expect(await reverse({ fileId })).toMatchObject({ data: { state: 'REVERSED', redNo } })
    expect(await invoices.issueInvoiceFiles([fileId], clerk)).toMatchObject([
      { outcome: 'RED_ENTERED', invoiceId: one.id },
    ])
    const stray = await red({ number: invoices.createTestInvoiceNo(), remark: '' })
    expect(await invoices.issueInvoiceFiles([stray], clerk)).toMatchObject([{ outcome: 'RED_UNMATCHED' }])
  })
})

describe('comparison of the invoice seller', () => {
  // The same seller as in other tests, so that they are not disturbed.
  const { seller: name, sellerTaxNo: taxNo } = sampleInvoice
  afterAll(async () => {
    const { db } = await deps()
    await db.deleteFrom('setting').where('key', 'like', 'invoice.seller%').execute()
  })

  it('checks the invoice seller once it is set, and no reason overrides a mismatch', async () => {
    const keeper = await makeStaff({ permissions: ['setting.edit', 'invoice.read'] })
    const set = (input: object, who = keeper) =>
      staffCall(
        'POST /invoice/v1/set_seller',
        { reason: '协会登记信息', name, taxNo, before: { name: '', taxNo: '' }, ...input },
        who.token,
      )
    const one = await invoices.makeInvoiceApplication(invoices.uniqueCompanyInput())
    const strange = { seller: '别省药师协会', sellerTaxNo: invoices.createTestCreditCode() }
    expect(await mustStaff('GET /invoice/v1/seller', {}, clerk.token)).toEqual({
      name: '',
      taxNo: '',
    })
    expect(await set({}, clerk)).toMatchObject({ key: 'staff.forbidden' })
    expect(await set({ taxNo: taxNo.replace(/.$/, 'X') })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { taxNo: expect.any(String) } },
    })
    expect(await set({})).toMatchObject({ data: { name, taxNo } })
    expect(await set({})).toMatchObject({ data: { name, taxNo } })
    expect(await set({ name: '别省药师协会' })).toMatchObject({ key: 'setting.stale' })
    expect(await listAuditRowsOf('seller')).toMatchObject([
      { action: 'invoice.sellerSet', detail: { after: { name, taxNo } } },
    ])
    await waitForSettings()
    const fileId = await invoices.makeInvoiceFile(one, clerk, strange)
    const row = {
      outcome: 'OTHER_SELLER',
      differences: [
        { field: 'seller', applied: name, read: strange.seller, mayAccept: false },
        { field: 'sellerTaxNo', applied: taxNo, read: strange.sellerTaxNo, mayAccept: false },
      ],
    }
    expect(await invoices.issueInvoiceFiles([fileId], clerk)).toMatchObject([row])
    expect(await issueFor(fileId, one, { reason: '仍要开具' })).toMatchObject({ data: row })
    const right = await invoices.makeInvoiceFile(one, clerk)
    expect(await invoices.issueInvoiceFiles([right], clerk)).toMatchObject([{ outcome: 'ISSUED' }])
  })
})

/** Settings are cached for five seconds. */
const waitForSettings = () => new Promise((resolve) => setTimeout(resolve, 5100))
