import type { staffCalls } from '@ce/contract'
import { invoiceTitleTypeLabels } from '@ce/contract/person'
import { invoiceStateNames } from '@ce/contract/state-names'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl } from '../../../../platform/files/links.ts'
import { fenToYuan } from '../../../../platform/payments/channel-values.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { writeWorkbook } from '../../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { listInvoiceQueue, listInvoicesByIds, setInvoicesExported } from '../store/desk.ts'
import { findInvoice } from '../store/invoices.ts'
import { toDeskInvoice } from './view.ts'

type ListInput = z.output<(typeof staffCalls)['invoice']['list']['request']>

export async function deskInvoices({ db }: Deps, input: ListInput) {
  const [toReverse, taxOpen] = [input.toReverse === 'true', input.taxOpen === 'true']
  const filter = { ...input, toReverse, taxOpen }
  const { list, ...page } = await listInvoiceQueue(db, filter)
  return { list: list.map(toDeskInvoice), ...page }
}

/** The invoice has a link to its file for this staff member. */
export async function deskInvoice({ db, keys }: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const row = (await findInvoice(db, id)) ?? refuse('invoice.notFound')
  const fileUrl = row.fileId ? createPrivateUrl(keys, 'desk-invoices', id, staff.staffId) : null
  return { ...toDeskInvoice(row), fileUrl }
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
 * Waiting applications become ISSUING; a repeat returns the same table. Withdrawn, rejected and reversed applications
 * are left out and counted. @throws Refusal invoice.notFound for unknown ids, invoice.withdrawn when none is left.
 */
export async function exportInvoices(deps: Deps, staff: StaffAtWork, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)]
  const content = await deps.settings.get('invoice.content')
  const { rows, ...counts } = await inTransaction(deps.db, async (tx) => {
    const begun = await setInvoicesExported(tx, ids)
    const chosen = await listInvoicesByIds(tx, ids)
    if (chosen.length < ids.length) refuse('invoice.notFound')
    const rows = chosen.filter(({ state }) => state !== 'FAILED' && state !== 'REVERSED').map(toDeskInvoice)
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
    invoiceTitleTypeLabels[row.titleType],
    row.title,
    row.taxNo ?? '',
    content,
    fenToYuan(row.amount),
    row.email,
    row.remark,
    invoiceStateNames[row.state],
  ])
  const sheet = await writeWorkbook(columns, table)
  const name = `待开发票-${rows.length}张.xlsx`
  return { name, content: sheet.toString('base64'), count: rows.length, ...counts }
}
