import type { staffCalls } from '@ce/contract'
import { invoiceTitleTypes } from '@ce/contract/person'
import { invoiceStateNames } from '@ce/contract/state-names'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import { yuanOf } from '../../../platform/payments/yuan.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { listByIds, listQueue, setExported } from '../store/desk.ts'
import { findInvoice } from '../store/invoices.ts'
import { deskView } from './view.ts'

type ListInput = z.output<(typeof staffCalls)['invoice']['list']['request']>

/** A page of the queue. */
export async function deskInvoices({ db }: Deps, input: ListInput) {
  const [toReverse, taxOpen] = [input.toReverse === 'true', input.taxOpen === 'true']
  const filter = { ...input, toReverse, taxOpen }
  const { list, ...page } = await listQueue(db, filter)
  return { list: list.map(deskView), ...page }
}

/** One invoice, with an address of its file for this member of staff. */
export async function deskInvoice({ db, keys }: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const row = (await findInvoice(db, id)) ?? refuse('invoice.notFound')
  const fileUrl = row.fileId ? signedUrl(keys, 'desk-invoices', id, staff.staffId) : null
  return { ...deskView(row), fileUrl }
}

const columns = [
  ['申请编号', 20],
  ['订单号', 26],
  ['申请日期', 14],
  ['学员或单位', 24],
  ['抬头类型', 14],
  ['发票抬头', 36],
  ['统一社会信用代码', 24],
  ['开票内容', 14],
  ['金额（元）', 12],
  ['邮箱', 28],
  ['备注', 24],
  ['状态', 10],
] as const

/**
 * The chosen applications as a table for the tax office's own program; those that waited are being issued from now on. A repeat gives the
 * same table and begins nothing. What was taken back, turned down or red-reversed meanwhile is left out and counted, so that nobody
 * issues it.
 * @throws Refusal invoice.notFound when one of them is none, invoice.withdrawn when none is left
 */
export async function exportInvoices(deps: Deps, staff: StaffAtWork, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)]
  const content = await deps.settings.get('invoice.content')
  const { rows, ...counts } = await inTransaction(deps.db, async (tx) => {
    const begun = await setExported(tx, ids)
    const chosen = await listByIds(tx, ids)
    if (chosen.length < ids.length) refuse('invoice.notFound')
    const rows = chosen
      .filter(({ state }) => state !== 'FAILED' && state !== 'REVERSED')
      .map(deskView)
    const withdrawn = chosen.filter(({ withdrawnAt }) => withdrawnAt).length
    if (rows.length === 0) refuse('invoice.withdrawn')
    const applyNos = rows.map(({ applyNo }) => applyNo)
    await auditStaff(tx, staff, 'invoice.exported', applyNos[0] ?? '', { applyNos, begun })
    return { rows, begun, withdrawn, ended: chosen.length - rows.length - withdrawn }
  })
  const table = rows.map((row) => [
    row.applyNo,
    row.orderNo,
    shanghaiDay(row.createdAt),
    row.ownerName,
    invoiceTitleTypes[row.titleType],
    row.title,
    row.taxNo ?? '',
    content,
    yuanOf(row.amount),
    row.email,
    row.remark,
    invoiceStateNames[row.state],
  ])
  const sheet = await writeSheet(columns, table)
  const name = `待开发票-${rows.length}张.xlsx`
  return { name, content: sheet.toString('base64'), count: rows.length, ...counts }
}
