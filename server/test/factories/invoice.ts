import { randomInt, randomUUID } from 'node:crypto'
import { isCreditCodeValid } from '@ce/contract/person'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { appNow, inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, mustStaff } from '../world.ts'
import { uploadStaffFile } from './file.ts'
import { makeTaxXml, sampleInvoice, type TestInvoice } from './invoice-files.ts'
import { makeOrder, payWithoutNotification, type TestOrder } from './order.ts'
import type { TestStaff } from './staff.ts'

export async function makePaidOrder(options: Parameters<typeof makeOrder>[0] = {}): Promise<TestOrder> {
  const order = await makeOrder(options)
  await payWithoutNotification(order)
  await must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
  return order
}

export async function setOrderRefunded({ orderNo, outTradeNo, signId }: TestOrder): Promise<void> {
  const { db } = await deps()
  await inTransaction(db, async (tx) => {
    const at = await appNow(tx)
    await tx
      .insertInto('refund')
      .values({
        refundNo: `R${outTradeNo}`,
        outTradeNo,
        amountFen: 12_000,
        reason: 'REQUESTED',
        orderNo,
        signId,
        status: 'DONE',
        doneAt: at,
      })
      .execute()
    const cashier = tx.updateTable('demoCashier').set({ state: 'REFUND' })
    await cashier.where('outTradeNo', '=', outTradeNo).execute()
    const payment = tx.updateTable('payment').set({ status: 'REFUNDED' })
    await payment.where('outTradeNo', '=', outTradeNo).execute()
    await tx.updateTable('sign').set({ refundedAt: at }).where('id', '=', signId).execute()
    const order = tx.updateTable('orders').set({ status: 'REFUNDED' })
    await order.where('orderNo', '=', orderNo).execute()
    const line = tx.updateTable('orderLine').set({ refundedAt: at })
    await line.where('orderNo', '=', orderNo).execute()
  })
}

export const personalInvoiceInput = {
  titleType: 'PERSONAL',
  title: '测试药师',
  email: 'pharmacist@example.com',
} as const

const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'

export function createTestCreditCode(): string {
  const own = Array.from({ length: 9 }, () => signs[randomInt(signs.length)]).join('')
  const body = `91330100${own}`
  const code = [...signs].map((check) => body + check).find(isCreditCodeValid)
  if (!code) throw new Error(`no check character fits ${body}`)
  return code
}

export const companyInvoiceInput = () => ({
  titleType: 'COMPANY' as const,
  title: '江州示例大药房连锁有限公司',
  taxNo: createTestCreditCode(),
  email: 'finance@example.com',
})

export const uniqueCompanyInput = () => ({
  ...companyInvoiceInput(),
  title: `江州${randomUUID().slice(0, 8)}大药房（连锁）有限公司`,
})

export function createTestInvoiceNo(): string {
  return `26${String(randomInt(1e9)).padStart(9, '0')}${String(randomInt(1e9)).padStart(9, '0')}`
}

export interface TestInvoiceApplication extends TestOrder {
  id: string
  applyNo: string
  title: string
  taxNo: string | null
  amount: number
}

export async function makeInvoiceApplication(wanted: object = personalInvoiceInput): Promise<TestInvoiceApplication> {
  const order = await makePaidOrder()
  const input = { orderNo: order.orderNo, ...personalInvoiceInput, ...wanted }
  const made = await must('POST /invoice/v1/apply', input as never, order.student.token)
  const { id, applyNo, title, taxNo, amount } = made
  return { ...order, id, applyNo, title, taxNo, amount }
}

export async function readPortalToday(): Promise<string> {
  const { db } = await deps()
  const { rows } = await sql<{ day: string }>`select shanghai_date(app_now())::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

type Asked = Pick<TestInvoiceApplication, 'applyNo' | 'title' | 'taxNo' | 'amount'>

export async function makeTestInvoiceFor(asked: Asked): Promise<TestInvoice> {
  const { applyNo: remark, title, taxNo, amount: amountFen } = asked
  const own = { remark, title, taxNo: taxNo ?? '', amountFen }
  return { ...sampleInvoice, ...own, number: createTestInvoiceNo(), date: await readPortalToday() }
}

/** The file that 财务 would upload, with changes. */
export async function makeInvoiceFile(
  asked: Asked,
  staff: TestStaff,
  given: Partial<TestInvoice> = {},
): Promise<string> {
  return uploadInvoiceFile(makeTaxXml({ ...(await makeTestInvoiceFor(asked)), ...given }), staff)
}

export async function uploadInvoiceFile(content: Buffer, staff: TestStaff, name = '发票.xml'): Promise<string> {
  return (await uploadStaffFile(staff.token, { purpose: 'INVOICE', name, content })).id
}

export const issueInvoiceFiles = async (fileIds: string[], staff: TestStaff) =>
  (await mustStaff('POST /invoice/v1/issue', { fileIds }, staff.token)).rows
export async function makeIssuedInvoice(
  clerk: TestStaff,
  wanted: object = personalInvoiceInput,
): Promise<TestInvoiceApplication & { invoiceNo: string; fileId: string }> {
  const invoice = await makeInvoiceApplication(wanted)
  const invoiceNo = createTestInvoiceNo()
  const fileId = await makeInvoiceFile(invoice, clerk, { number: invoiceNo })
  const [row] = await issueInvoiceFiles([fileId], clerk)
  expect(row).toMatchObject({ outcome: 'ISSUED', invoiceId: invoice.id })
  return { ...invoice, invoiceNo, fileId }
}
export const getOwnInvoice = ({ id, student }: TestInvoiceApplication) =>
  must('GET /invoice/v1/info', { id }, student.token)
export const listInvoiceMessages = async ({ student }: TestInvoiceApplication) => {
  const { list } = await must('GET /message/v1/list', {}, student.token)
  return list.filter(({ kind }) => kind === 'INVOICE').map(({ title }) => title)
}
