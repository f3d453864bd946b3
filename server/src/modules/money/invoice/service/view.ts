import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl } from '../../../../platform/files/links.ts'
import { mayChangeInvoice, maySeeInvoice, mayWithdrawInvoiceApplication, mayWithdrawInvoiceChange } from '../policy.ts'
import {
  findInvoice,
  findNewestInvoice,
  type InvoiceOwner,
  type InvoiceRow,
  type InvoiceTitleType,
  listInvoicesOfOwner,
  type OrderInvoiceState,
} from '../store/invoices.ts'

export function toInvoiceView(row: InvoiceRow) {
  const change = changeOf(row)
  return {
    id: row.id,
    applyNo: row.applyNo,
    orderNo: row.orderNo,
    orderTitle: row.orderTitle,
    orderStatus: row.orderStatus,
    state: asState(row.state),
    amount: row.amountFen,
    titleType: asTitleType(row.titleType),
    title: row.title,
    taxNo: row.taxNo,
    email: row.email,
    remark: row.remark,
    createdAt: row.createdAt,
    invoiceNo: row.invoiceNo,
    issuedAt: row.issuedAt,
    failReason: row.withdrawnAt ? null : row.failReason,
    withdrawnAt: row.withdrawnAt,
    reversedAt: row.reversedAt,
    reverseReason: row.reverseReason,
    redNo: row.redNo,
    replacesId: row.replacesId,
    fileName: row.fileName,
    change,
    mayChange: mayChangeInvoice({ ...row, change }),
    mayWithdraw: mayWithdrawInvoiceApplication(row),
    mayWithdrawChange: mayWithdrawInvoiceChange({ ...row, change }),
  }
}

export function toDeskInvoice(row: InvoiceRow) {
  const { studentId, organisationId, ownerName, exportedAt, issuedBy, refundOpen, taxState } = row
  const { keptFen: kept } = row
  const view = toInvoiceView(row)
  const toReverse = row.state === 'ISSUED' && (kept !== row.amountFen || view.change !== null)
  const whose = { studentId, organisationId, ownerName }
  const { invoiceCode, datedOn, checkWay, checkNote } = row
  const check = { invoiceCode, datedOn, checkWay, checkNote }
  const more = { exportedAt, issuedBy, kept, refundOpen, toReverse, taxState }
  return { ...view, ...whose, ...more, ...check }
}

function changeOf(row: InvoiceRow) {
  const { changeType, changeTitle, changeEmail, changeReason, changeAskedAt } = row
  // A constraint ensures that the columns of an invoice change are set together.
  if (!changeType || !changeTitle || !changeReason || !changeAskedAt) return null
  return {
    titleType: asTitleType(changeType),
    title: changeTitle,
    taxNo: row.changeTaxNo,
    email: changeEmail ?? '',
    remark: row.changeRemark ?? '',
    reason: changeReason,
    askedAt: changeAskedAt,
  }
}

function asState(state: string): OrderInvoiceState {
  return state as OrderInvoiceState
}

function asTitleType(type: string): InvoiceTitleType {
  return type as InvoiceTitleType
}

type Calls = (typeof clientCalls)['invoice']

function ownView({ keys }: Pick<Deps, 'keys'>, row: InvoiceRow) {
  const [kind, ownerId] = row.studentId
    ? (['invoices', row.studentId] as const)
    : (['employer-invoices', row.organisationId ?? ''] as const)
  const fileUrl = row.fileId ? createPrivateUrl(keys, kind, row.id, ownerId) : null
  return { ...toInvoiceView(row), fileUrl }
}

/** An invoice of another owner counts as missing. */
export async function requireOwnInvoice(db: Db, owner: InvoiceOwner, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id)
  if (!row || !maySeeInvoice(owner, row)) return refuse('invoice.notFound')
  return row
}

export async function listOwnInvoices(
  deps: Deps,
  owner: InvoiceOwner,
  input: z.output<Calls['my_invoice']['request']>,
) {
  const { list, ...page } = await listInvoicesOfOwner(deps.db, owner, input)
  return { list: list.map((row) => ownView(deps, row)), ...page }
}

/** Without an id the newest invoice of the order is returned. @throws Refusal invoice.notFound. */
export async function loadOwnInvoice(
  deps: Deps,
  owner: InvoiceOwner,
  { id, orderNo }: z.output<Calls['info']['request']>,
) {
  if (id) return ownView(deps, await requireOwnInvoice(deps.db, owner, id))
  const row = await findNewestInvoice(deps.db, orderNo ?? '')
  if (!row || !maySeeInvoice(owner, row)) return refuse('invoice.notFound')
  return ownView(deps, row)
}
