import { mayChange, mayWithdraw, mayWithdrawChange } from '../policy.ts'
import type { InvoiceRow, InvoiceState, TitleType } from '../store/invoices.ts'

/** An invoice as both its student and staff see it, but for the address of its file. */
export function invoiceView(row: InvoiceRow) {
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
    mayChange: mayChange({ ...row, change }),
    mayWithdraw: mayWithdraw(row),
    mayWithdrawChange: mayWithdrawChange({ ...row, change }),
  }
}

/** The same with what only staff see. */
export function deskView(row: InvoiceRow) {
  const { studentId, organisationId, ownerName, exportedAt, issuedBy, refundOpen, taxState } = row
  const { keptFen: kept } = row
  const view = invoiceView(row)
  const toReverse = row.state === 'ISSUED' && (kept !== row.amountFen || view.change !== null)
  const whose = { studentId, organisationId, ownerName }
  const { invoiceCode, datedOn, checkWay, checkNote } = row
  const check = { invoiceCode, datedOn, checkWay, checkNote }
  const more = { exportedAt, issuedBy, kept, refundOpen, toReverse, taxState }
  return { ...view, ...whose, ...more, ...check }
}

function changeOf(row: InvoiceRow) {
  const { changeType, changeTitle, changeEmail, changeReason, changeAskedAt } = row
  // one row of the table, all of it or nothing
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

/** The columns' checks. */
function asState(state: string): InvoiceState {
  return state as InvoiceState
}
function asTitleType(type: string): TitleType {
  return type as TitleType
}
