import { randomInt, randomUUID } from 'node:crypto'
import { creditCodeValid } from '@ce/contract/person'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { appNow, inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, mustStaff } from '../world.ts'
import { staffFile } from './file.ts'
import { type MadeInvoice, sampleInvoice, taxXml } from './invoice-files.ts'
import { makeOrder, paySilently, type TestOrder } from './order.ts'
import type { TestStaff } from './staff.ts'

/** An order of a student of its own, paid. */
export async function paidOrder(options: Parameters<typeof makeOrder>[0] = {}): Promise<TestOrder> {
  const order = await makeOrder(options)
  await paySilently(order)
  await must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
  return order
}

/** The money went back, in all our books at once. */
export async function refundOrder({ orderNo, outTradeNo, signId }: TestOrder): Promise<void> {
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

/** What a person asks for. */
export const personal = {
  titleType: 'PERSONAL',
  title: '测试药师',
  email: 'pharmacist@example.com',
} as const

const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A well-formed credit code of nobody: of so many that the thousands of one run never meet. */
export function newCreditCode(): string {
  const own = Array.from({ length: 9 }, () => signs[randomInt(signs.length)]).join('')
  const body = `91330100${own}`
  const code = [...signs].map((check) => body + check).find(creditCodeValid)
  if (!code) throw new Error(`no check character fits ${body}`)
  return code
}

export const company = () => ({
  titleType: 'COMPANY' as const,
  title: '江州示例大药房连锁有限公司',
  taxNo: newCreditCode(),
  email: 'finance@example.com',
})

/** A company of its own name: nobody else's file is like it. */
export const someCompany = () => ({
  ...company(),
  title: `江州${randomUUID().slice(0, 8)}大药房（连锁）有限公司`,
})

/** A number as a fully digital invoice has it. */
export function newInvoiceNo(): string {
  return `26${String(randomInt(1e9)).padStart(9, '0')}${String(randomInt(1e9)).padStart(9, '0')}`
}

export interface Applied extends TestOrder {
  id: string
  applyNo: string
  title: string
  taxNo: string | null
  amount: number
}

/** An invoice that was asked for. */
export async function applied(wanted: object = personal): Promise<Applied> {
  const order = await paidOrder()
  const input = { orderNo: order.orderNo, ...personal, ...wanted }
  const made = await must('POST /invoice/v1/apply', input as never, order.student.token)
  const { id, applyNo, title, taxNo, amount } = made
  return { ...order, id, applyNo, title, taxNo, amount }
}

/** Today as the portal has it. */
export async function today(): Promise<string> {
  const { db } = await deps()
  const { rows } = await sql<{ day: string }>`select shanghai_date(app_now())::text as day`.execute(
    db,
  )
  return rows[0]?.day ?? ''
}

type Asked = Pick<Applied, 'applyNo' | 'title' | 'taxNo' | 'amount'>

/** What the tax office would write for an application; it names it in its remark. */
export async function madeFor(asked: Asked): Promise<MadeInvoice> {
  const { applyNo: remark, title, taxNo, amount: amountFen } = asked
  const own = { remark, title, taxNo: taxNo ?? '', amountFen }
  return { ...sampleInvoice, ...own, number: newInvoiceNo(), date: await today() }
}

/** What 财务 uploads for an application, but for what is given otherwise. */
export async function fileFor(
  asked: Asked,
  staff: TestStaff,
  given: Partial<MadeInvoice> = {},
): Promise<string> {
  return uploadInvoice(taxXml({ ...(await madeFor(asked)), ...given }), staff)
}

/** Any file, uploaded as an invoice. */
export async function uploadInvoice(
  content: Buffer,
  staff: TestStaff,
  name = '发票.xml',
): Promise<string> {
  return (await staffFile(staff.token, { purpose: 'INVOICE', name, content })).id
}

/** What became of each. */
export const issue = async (fileIds: string[], staff: TestStaff) =>
  (await mustStaff('POST /invoice/v1/issue', { fileIds }, staff.token)).rows
/** One that is issued by this clerk. */
export async function issued(
  clerk: TestStaff,
  wanted: object = personal,
): Promise<Applied & { invoiceNo: string; fileId: string }> {
  const invoice = await applied(wanted)
  const invoiceNo = newInvoiceNo()
  const fileId = await fileFor(invoice, clerk, { number: invoiceNo })
  const [row] = await issue([fileId], clerk)
  expect(row).toMatchObject({ outcome: 'ISSUED', invoiceId: invoice.id })
  return { ...invoice, invoiceNo, fileId }
}
/** As its student sees it. */
export const own = ({ id, student }: Applied) => must('GET /invoice/v1/info', { id }, student.token)
/** What its student was told of invoices, newest first. */
export const told = async ({ student }: Applied) => {
  const { list } = await must('GET /message/v1/list', {}, student.token)
  return list.filter(({ kind }) => kind === 'INVOICE').map(({ title }) => title)
}
