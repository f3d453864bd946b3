import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  applied,
  fileFor,
  issue,
  own,
  paidOrder,
  someCompany,
  told,
} from '../../../test/factories/invoice.ts'
import { agreeByEmail, arrivedFor, runJob } from '../../../test/factories/outside.ts'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { ask, call, must, mustStaff, staffCall } from '../../../test/world.ts'

let clerk: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({ roles: ['FINANCE'], name: '财务甲' })
})

const unused = async () =>
  (await mustStaff('GET /invoice/v1/files', {}, clerk.token)).list.map(({ fileId }) => fileId)

describe('an issued invoice is sent', () => {
  it('to the address that its student proved, once, as it is; to a typed address nothing goes', async () => {
    const typed = `${randomUUID().slice(0, 8)}@example.com`
    const [one, other] = [
      await applied({ ...someCompany(), email: typed }),
      await applied(someCompany()),
    ]
    const address = await agreeByEmail(one.student)
    const files = [await fileFor(one, clerk), await fileFor(other, clerk)]
    await issue(files, clerk)
    await issue(files, clerk)
    await Promise.all([runJob(), runJob()])
    const mails = (await arrivedFor(address)).filter(({ subject }) => subject === '发票已开具')
    expect(mails).toMatchObject([{ times: 1, text: expect.stringContaining('附件') }])
    const { invoiceNo, fileUrl } = await own(one)
    const bytes = Buffer.from(await (await ask(fileUrl ?? '')).arrayBuffer())
    expect(mails[0]?.attachments).toEqual([
      { name: `电子发票_${invoiceNo}.xml`, content: bytes.toString('base64') },
    ])
    expect(await arrivedFor(typed)).toEqual([])
    expect(await told(other)).toEqual(['发票已开具'])
  })

  it('and may be asked for without any address', async () => {
    const { email: _none, ...wanted } = someCompany()
    const order = await paidOrder()
    const input = { orderNo: order.orderNo, ...wanted }
    const made = await must('POST /invoice/v1/apply', input as never, order.student.token)
    expect(made).toMatchObject({ state: 'PENDING', email: '' })
    expect(
      await must('POST /invoice/v1/apply', { ...input, email: '' } as never, order.student.token),
    ).toMatchObject({ id: made.id })
    const bad = { ...input, email: 'nobody' } as never
    expect(await call('POST /invoice/v1/apply', bad, order.student.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { email: expect.any(String) } },
    })
  })
})

describe('files that are used for nothing', () => {
  it('are listed for whoever uploaded them, and can be put away', async () => {
    const one = await applied(someCompany())
    const [left, used] = [await fileFor(one, clerk, { amountFen: 1 }), await fileFor(one, clerk)]
    await issue([left, used], clerk)
    expect(await unused()).toEqual(expect.arrayContaining([left]))
    expect(await unused()).not.toContain(used)
    const other = await makeStaff({ permissions: ['invoice.issue', 'invoice.read'] })
    const drop = (fileId: string, who = clerk) =>
      staffCall('POST /invoice/v1/drop_file', { fileId }, who.token)
    expect(await drop(left, other)).toMatchObject({ key: 'common.notFound' })
    expect(await drop(used)).toMatchObject({ key: 'common.notFound' })
    expect(await drop(left)).toMatchObject({ code: 1 })
    expect(await unused()).not.toContain(left)
  })
})
