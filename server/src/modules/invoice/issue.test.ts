import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  type Applied,
  applied,
  company,
  fileFor,
  issue,
  issued,
  madeFor,
  newCreditCode,
  newInvoiceNo,
  own,
  someCompany,
  told,
  uploadInvoice,
} from '../../../test/factories/invoice.ts'
import { invoiceOfd, sampleInvoice, taxXml } from '../../../test/factories/invoice-files.ts'
import { drawnPdf, invoicePdf } from '../../../test/factories/invoice-pdf.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { ask, deps, mustStaff, staffCall } from '../../../test/world.ts'

let clerk: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
})

const issueFor = (fileId: string, { id }: { id: string }, more: object = {}) =>
  staffCall('POST /invoice/v1/issue_for', { fileId, id, ...more }, clerk.token)
const unused = async () =>
  (await mustStaff('GET /invoice/v1/files', {}, clerk.token)).list.map(({ fileId }) => fileId)

describe('a file is given to the application whose content it has', () => {
  it('as PDF, OFD and XML, whatever it is called; a repeat changes nothing and tells nobody twice', async () => {
    const three = [
      await applied(someCompany()),
      await applied(someCompany()),
      await applied(someCompany()),
    ]
    const files: string[] = []
    for (const [at, one] of three.entries()) {
      const made = { ...(await madeFor(one)), remark: '' }
      const content = [invoicePdf(made), invoiceOfd(made), taxXml(made)][at]
      files.push(await uploadInvoice((await content) ?? Buffer.alloc(0), clerk, `下载 (${at}).pdf`))
    }
    const rows = await issue(files, clerk)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ISSUED', 'ISSUED', 'ISSUED'])
    expect(rows.map(({ invoiceId }) => invoiceId)).toEqual(three.map(({ id }) => id))
    const again = await issue(files, clerk)
    for (const [at, row] of again.entries()) {
      const { number } = row.read ?? {}
      // its owner saves it under its own number
      const fileName = `电子发票_${number}.${['pdf', 'ofd', 'xml'][at]}`
      expect(row).toEqual({ ...rows[at], fileName })
    }
    for (const [at, one] of three.entries()) {
      const { number, date } = rows[at]?.read ?? {}
      expect(await own(one)).toMatchObject({ state: 'ISSUED', invoiceNo: number })
      const desk = await mustStaff('GET /invoice/v1/info', { id: one.id }, clerk.token)
      expect(desk).toMatchObject({ datedOn: date, checkWay: 'READ', checkNote: null })
      expect(await told(one)).toEqual(['发票已开具'])
    }
    expect(await unused()).not.toEqual(expect.arrayContaining([files[0]]))
  })

  it('by brackets, spaces and capitals of another keyboard, and by a person whom the tax system calls one', async () => {
    const wanted = { ...company(), title: `示例(${randomUUID().slice(0, 8)})Pharma 药房` }
    const one = await applied(wanted)
    const alike = wanted.title.replace('(', '（').replace(')', '）').replace(' ', '').toUpperCase()
    const file = await fileFor(one, clerk, { title: alike, remark: '' })
    expect((await issue([file], clerk))[0]).toMatchObject({ outcome: 'ISSUED', invoiceId: one.id })
    const name = `欧阳${'甲乙丙丁戊己庚辛'[Math.floor(Math.random() * 8)]}${randomUUID().slice(0, 6)}`
    const person = await applied({ titleType: 'PERSONAL', title: name })
    const theirs = await fileFor(person, clerk, { title: `${name}（个人）`, remark: '' })
    expect((await issue([theirs], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: person.id,
    })
  })

  it('of two that are the same, the one that is named or chosen', async () => {
    const wanted = someCompany()
    const [one, two, three] = [await applied(wanted), await applied(wanted), await applied(wanted)]
    const open = await fileFor(one, clerk, { remark: '' })
    const [row] = await issue([open], clerk)
    expect(row).toMatchObject({ outcome: 'AMBIGUOUS', invoiceId: null })
    expect(row?.candidates.map(({ invoiceId }) => invoiceId)).toEqual([one.id, two.id, three.id])
    const named = await fileFor(three, clerk, { remark: `订单 ${three.orderNo}` })
    expect((await issue([named], clerk))[0]).toMatchObject({
      outcome: 'ISSUED',
      invoiceId: three.id,
    })
    expect(await issueFor(open, two)).toMatchObject({
      data: { outcome: 'ISSUED', invoiceId: two.id },
    })
    expect(await own(one)).toMatchObject({ state: 'PENDING' })
  })

  it('by the number that staff entered before, and by no other', async () => {
    const [one, two] = [await applied(), await applied(someCompany())]
    const invoiceNo = newInvoiceNo()
    await mustStaff('POST /invoice/v1/number', { id: one.id, invoiceNo }, clerk.token)
    const file = await fileFor(one, clerk, { number: invoiceNo, remark: '' })
    expect((await issue([file], clerk))[0]).toMatchObject({ outcome: 'ISSUED', invoiceId: one.id })
    await mustStaff(
      'POST /invoice/v1/number',
      { id: two.id, invoiceNo: newInvoiceNo() },
      clerk.token,
    )
    const wrong = await fileFor(two, clerk)
    const [row] = await issue([wrong], clerk)
    expect(row).toMatchObject({
      outcome: 'MISMATCH',
      differences: [{ field: 'number', mayAccept: false }],
    })
  })
})

describe('a file that differs is not issued, and both values are told', () => {
  let one: Applied
  const wanted = someCompany()
  beforeAll(async () => {
    one = await applied(wanted)
  })
  const otherTitle = '别家医药有限公司'
  it.each([
    ['title', { title: otherTitle }, otherTitle, true],
    ['taxNo', { taxNo: '91350100M000100Y43' }, '91350100M000100Y43', false],
    ['amount', { amountFen: 12_001 }, '¥120.01', false],
    ['date', { date: '2020-01-01' }, '2020-01-01', true],
    ['date', { date: '2199-01-01' }, '2199-01-01', true],
  ] as const)('in its %s', async (field, given, read, mayAccept) => {
    const [row] = await issue([await fileFor(one, clerk, given)], clerk)
    expect(row).toMatchObject({ outcome: 'MISMATCH', invoiceId: one.id, applyNo: one.applyNo })
    expect(row?.differences).toEqual([{ field, applied: expect.any(String), read, mayAccept }])
    const { state } = await own(one)
    expect(state).toBe('PENDING')
    // a reason does not help where sum or buyer are wrong
    if (!mayAccept)
      expect(await issueFor(row?.fileId ?? '', one, { reason: '仍要开具' })).toMatchObject({
        data: { outcome: 'MISMATCH' },
      })
  })

  it('unless staff say why it is right all the same', async () => {
    const title = `${wanted.title}分店`
    const fileId = await fileFor(one, clerk, { title })
    expect(await issueFor(fileId, one)).toMatchObject({ data: { outcome: 'MISMATCH' } })
    const reason = '申请人来电确认以分店名义开具'
    expect(await issueFor(fileId, one, { reason })).toMatchObject({ data: { outcome: 'ISSUED' } })
    const desk = await mustStaff('GET /invoice/v1/info', { id: one.id }, clerk.token)
    expect(desk).toMatchObject({ checkWay: 'ACCEPTED', checkNote: reason })
    const [last] = (await auditOf(one.id)).slice(-1)
    expect(last).toMatchObject({
      action: 'invoice.issued',
      detail: {
        checkNote: reason,
        differences: [{ field: 'title', applied: wanted.title, read: title }],
      },
    })
  })

  it('a buyer whom nobody asked for finds no application', async () => {
    const file = taxXml({
      ...sampleInvoice,
      title: randomUUID(),
      taxNo: newCreditCode(),
      number: newInvoiceNo(),
    })
    const [row] = await issue([await uploadInvoice(file, clerk)], clerk)
    expect(row).toMatchObject({ outcome: 'UNMATCHED', candidates: [], read: { amount: 12_000 } })
  })
})

describe('no invoice is used twice', () => {
  it('not its bytes, and not its number, also in another file; the other application is named', async () => {
    const first = await issued(clerk, someCompany())
    const { db } = await deps()
    const address = (await own(first)).fileUrl ?? ''
    const bytes = Buffer.from(await (await ask(address)).arrayBuffer())
    const again = await uploadInvoice(bytes, clerk)
    const named = { invoiceId: first.id, applyNo: first.applyNo }
    expect((await issue([again], clerk))[0]).toMatchObject({ outcome: 'SAME_FILE', ...named })
    const second = await applied(someCompany())
    expect(await issueFor(again, second)).toMatchObject({
      data: { outcome: 'SAME_FILE', ...named },
    })
    const number = await fileFor(second, clerk, { number: first.invoiceNo })
    expect((await issue([number], clerk))[0]).toMatchObject({ outcome: 'NUMBER_TAKEN', ...named })
    expect(await own(second)).toMatchObject({ state: 'PENDING' })
    const stolen = db
      .updateTable('invoice')
      .set({ fileSha256: db.selectFrom('file').select('sha256').where('id', '=', first.fileId) })
    await expect(stolen.where('id', '=', second.id).execute()).rejects.toThrow('invoice_bytes_one')
  })

  it('of two clerks with the same invoice for two applications one is first', async () => {
    const other = await makeStaff({ permissions: ['invoice.issue', 'invoice.read'] })
    const [one, two] = [await applied(), await applied()]
    const number = newInvoiceNo()
    const [mine, theirs] = [
      await fileFor(one, clerk, { number }),
      await fileFor(two, other, { number }),
    ]
    const rows = (await Promise.all([issue([mine], clerk), issue([theirs], other)])).flat()
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['ISSUED', 'NUMBER_TAKEN'])
  })

  it('forms before have a code: the same 8 digits with another code are another invoice', async () => {
    const number = String(Math.floor(Math.random() * 9e7) + 1e7)
    const issueOld = async (code: string) => {
      const one = await applied(someCompany())
      const made = { ...(await madeFor(one)), number, code, remark: '' }
      return issue([await uploadInvoice(invoiceOfd(made, 'form of 2019'), clerk)], clerk)
    }
    expect(await issueOld('033002600111')).toMatchObject([{ outcome: 'ISSUED' }])
    expect(await issueOld('033002600112')).toMatchObject([{ outcome: 'ISSUED' }])
    expect(await issueOld('033002600111')).toMatchObject([{ outcome: 'NUMBER_TAKEN' }])
  })
})

describe('a file that cannot be read', () => {
  it('is told with what to do, and issued for nobody', async () => {
    const one = await applied(someCompany())
    const made = await madeFor(one)
    const locked = await uploadInvoice(await invoicePdf(made, { userPassword: 'x' }), clerk)
    const contract = await uploadInvoice(
      await drawnPdf({}, (page) => page.text('培训服务合同', 40, 40)),
      clerk,
    )
    const cut = await uploadInvoice(taxXml(made).subarray(0, 700), clerk)
    const rows = await issue([locked, contract, cut], clerk)
    expect(rows.map(({ outcome, mayType }) => [outcome, mayType])).toEqual(
      Array(3).fill(['UNREADABLE', false]),
    )
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
    expect(await own(one)).toMatchObject({ state: 'PENDING' })
  })

  it('but shows a picture is read by a person, with a reason, and stays marked', async () => {
    const one = await applied(someCompany())
    const scan = await uploadInvoice(
      await drawnPdf({}, (page) => page.rect(40, 40, 500, 300).fill('#eee')),
      clerk,
    )
    expect(await issue([scan], clerk)).toMatchObject([{ outcome: 'UNREADABLE', mayType: true }])
    const { number, date, taxNo } = await madeFor(one)
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

describe('the red invoice of an issued one', () => {
  it('is found by the number that it voids, and entered with its file', async () => {
    const one = await issued(clerk, someCompany())
    const redNo = newInvoiceNo()
    const red = (given: object = {}) =>
      fileFor(one, clerk, {
        amountFen: -12_000,
        number: redNo,
        remark: `被红冲蓝字数电发票号码：${one.invoiceNo}`,
        ...given,
      })
    const fileId = await red()
    expect(await issue([fileId], clerk)).toMatchObject([
      { outcome: 'RED', invoiceId: one.id, read: { number: redNo } },
    ])
    const reverse = (input: object) =>
      staffCall(
        'POST /invoice/v1/reverse',
        { id: one.id, redNo, reason: '抬头有误', ...input },
        clerk.token,
      )
    const half = await red({ amountFen: -6000, number: newInvoiceNo() })
    expect(await reverse({ fileId: half })).toMatchObject({
      key: 'invoice.redFileDiffers',
      msg: expect.stringContaining('¥-120.00'),
    })
    expect(await reverse({ fileId, redNo: newInvoiceNo() })).toMatchObject({
      key: 'invoice.redFileDiffers',
    })
    expect(await reverse({ fileId: randomUUID() })).toMatchObject({ key: 'common.notFound' })
    expect(await reverse({ fileId })).toMatchObject({ data: { state: 'REVERSED', redNo } })
    expect(await issue([fileId], clerk)).toMatchObject([
      { outcome: 'RED_ENTERED', invoiceId: one.id },
    ])
    const stray = await red({ number: newInvoiceNo(), remark: '' })
    expect(await issue([stray], clerk)).toMatchObject([{ outcome: 'RED_UNMATCHED' }])
  })
})

describe('the seller', () => {
  // as every other test has it, so that none of them is disturbed
  const { seller: name, sellerTaxNo: taxNo } = sampleInvoice
  afterAll(async () => {
    const { db } = await deps()
    await db.deleteFrom('setting').where('key', 'like', 'invoice.seller%').execute()
  })

  it('is compared once somebody has set it, and no reason helps against another', async () => {
    const keeper = await makeStaff({ permissions: ['setting.edit', 'invoice.read'] })
    const set = (input: object, who = keeper) =>
      staffCall(
        'POST /invoice/v1/set_seller',
        { reason: '协会登记信息', name, taxNo, before: { name: '', taxNo: '' }, ...input },
        who.token,
      )
    const one = await applied(someCompany())
    const strange = { seller: '别省药师协会', sellerTaxNo: newCreditCode() }
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
    expect(await auditOf('seller')).toMatchObject([
      { action: 'invoice.sellerSet', detail: { after: { name, taxNo } } },
    ])
    await waitForSettings()
    const fileId = await fileFor(one, clerk, strange)
    const row = {
      outcome: 'OTHER_SELLER',
      differences: [
        { field: 'seller', applied: name, read: strange.seller, mayAccept: false },
        { field: 'sellerTaxNo', applied: taxNo, read: strange.sellerTaxNo, mayAccept: false },
      ],
    }
    expect(await issue([fileId], clerk)).toMatchObject([row])
    expect(await issueFor(fileId, one, { reason: '仍要开具' })).toMatchObject({ data: row })
    const right = await fileFor(one, clerk)
    expect(await issue([right], clerk)).toMatchObject([{ outcome: 'ISSUED' }])
  })
})

/** Settings are remembered for five seconds. */
const waitForSettings = () => new Promise((resolve) => setTimeout(resolve, 5100))
