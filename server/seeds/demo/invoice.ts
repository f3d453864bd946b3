import { randomInt } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { finishUpload, startUpload, storeChunk } from '../../src/modules/file/service/staff-upload.ts'
import { issueInvoices } from '../../src/modules/money/invoice/service/issue.ts'
import { appNow } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { fenToYuan } from '../../src/platform/payments/channel-values.ts'
import { loadPrintFont } from '../../src/platform/print/fonts.ts'
import { createPdfFont, toPdfFontSource } from '../../src/platform/print/pdf-font.ts'
import { shanghaiDay } from '../../src/platform/shanghai-day.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import { findActingDemoStaff } from './acting-staff.ts'
import type { DemoClient } from './wire.ts'

/** Requests the invoice of the student's newest paid order and issues it. */
export async function issueDemoInvoice(wire: DemoClient, deps: Deps): Promise<void> {
  const { list } = await wire('GET /order/v1/my_order', { status: 'PAID' })
  const orderNo = list[0]?.orderNo ?? ''
  const { applyNo, title, amount } = await wire('POST /invoice/v1/apply', {
    orderNo,
    titleType: 'PERSONAL',
    title: '周建国',
    email: 'demo@example.com',
    saveTitle: true,
  })
  const clerk = await findActingDemoStaff(deps, 'finance', ['invoice.read', 'invoice.issue'])
  const invoiceNo = `26${String(randomInt(1e9)).padStart(9, '0')}${String(randomInt(1e9)).padStart(9, '0')}`
  const [year, month, day] = shanghaiDay(await appNow(deps.db)).split('-')
  const file = await drawnInvoice([
    `发票号码：${invoiceNo}`,
    `开票日期：${year}年${month}月${day}日`,
    `购买方名称：${title}`,
    '销售方名称：演示单位',
    `价税合计（小写）¥${fenToYuan(amount)}`,
    `备注：申请编号 ${applyNo}`,
  ])
  const fileId = await uploaded(deps, clerk, '演示发票.pdf', file)
  const { rows } = await issueInvoices(deps, clerk, { fileIds: [fileId] })
  if (rows[0]?.outcome !== 'ISSUED') throw new Error(`the demo invoice is ${rows[0]?.outcome}`)
}

async function uploaded(deps: Deps, clerk: StaffAtWork, name: string, content: Buffer): Promise<string> {
  const input = { name, size: content.length, purpose: 'INVOICE' as const }
  const { uploadId } = await startUpload(deps, clerk, input)
  await storeChunk(deps, clerk, async () => ({
    fields: { uploadId, offset: '0' },
    file: { name, content, truncated: false },
  }))
  return (await finishUpload(deps, clerk, { uploadId })).id
}

async function drawnInvoice(lines: string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A5', layout: 'landscape', margin: 40, lang: 'zh-CN' })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => pdf.once('end', resolve))
  pdf.registerFont('regular', toPdfFontSource(createPdfFont(loadPrintFont('regular').font))).font('regular')
  pdf.fontSize(20).text('演示发票（样张，不是真实票据）', { align: 'center' }).moveDown()
  pdf.fontSize(12)
  for (const line of lines) pdf.text(line)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
