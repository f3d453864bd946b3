import { formatFen } from '@ce/client/format.ts'
import type { DeskInvoice, IssuedInvoiceRow } from '@ce/client/staff/invoice.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const issueOutcomeLabels: Readonly<Record<IssuedInvoiceRow['outcome'], { label: string; kind: StatusKind }>> = {
  ISSUED: { label: '已开票', kind: 'done' },
  MISMATCH: { label: '与申请不符，没有开票', kind: 'error' },
  UNMATCHED: { label: '没有对应的待开申请', kind: 'error' },
  AMBIGUOUS: { label: '有几份内容相同的申请，请选择', kind: 'warning' },
  UNREADABLE: { label: '无法核对，没有开票', kind: 'error' },
  SAME_FILE: { label: '同一个文件已用于另一张发票', kind: 'error' },
  NUMBER_TAKEN: { label: '发票号码已用于另一张发票', kind: 'error' },
  OTHER_SELLER: { label: '销售方不是本协会，没有开票', kind: 'error' },
  TAKEN: { label: '这张发票已有文件，没有覆盖', kind: 'warning' },
  NOT_OPEN: { label: '申请已退回、已撤回、已红冲或订单已退款，没有开票', kind: 'error' },
  RED: { label: '红字发票，请登记红冲', kind: 'warning' },
  RED_UNMATCHED: { label: '红字发票，没有找到它红冲的发票', kind: 'error' },
  RED_ENTERED: { label: '已登记红冲', kind: 'done' },
  NO_FILE: { label: '文件已删除，或不是您上传的', kind: 'error' },
}

export function invoiceIssueAdvice(row: IssuedInvoiceRow): string | null {
  if (row.outcome === 'MISMATCH' && !mayAcceptDifference(row))
    return '请检查是否选错了文件；发票开错的，请在税务系统红冲后重新开具，再上传新的文件。'
  return advice[row.outcome] ?? null
}

const advice: Partial<Record<IssuedInvoiceRow['outcome'], string>> = {
  UNMATCHED: '待开的申请中没有相同的抬头、税号。请检查是否选错了文件，或者选择申请后查看差异。',
  SAME_FILE: '请上传这笔申请自己的发票文件。',
  NUMBER_TAKEN: '请检查是否选错了文件，每张发票只能用于一份申请。',
  OTHER_SELLER: '请上传本协会开具的发票；协会名称或税号有变更的，请先修改销售方。',
  TAKEN: '需要更换的，请先在发票详情中登记红冲。',
  RED_UNMATCHED: '请检查备注中被红冲的发票号码，或在对应发票的详情中登记红冲。',
}

export const issueDifferenceNames: Readonly<Record<IssuedInvoiceRow['differences'][number]['field'], string>> = {
  number: '发票号码',
  title: '购买方名称',
  taxNo: '购买方税号',
  amount: '价税合计',
  date: '开票日期',
  seller: '销售方名称',
  sellerTaxNo: '销售方税号',
}

/** True if staff may accept this difference with a reason. */
export function mayAcceptDifference({ outcome, differences }: IssuedInvoiceRow): boolean {
  return outcome === 'MISMATCH' && differences.every((one) => one.mayAccept)
}

/** A file that already belongs to an invoice cannot be removed. */
export const isInvoiceFileUsed = ({ outcome }: IssuedInvoiceRow) => outcome === 'ISSUED' || outcome === 'RED_ENTERED'

/** Says how the invoice file was checked; null if there is none or it is older than the check. */
export function invoiceFileCheckText({
  checkWay,
  checkNote,
}: Pick<DeskInvoice, 'checkWay' | 'checkNote'>): string | null {
  if (checkWay === 'READ') return '文件内容与申请一致'
  if (checkWay === 'ACCEPTED') return `有差异，由工作人员接受：${checkNote}`
  return checkWay && `未能自动核对，由工作人员录入：${checkNote}`
}

const notIssued: Partial<Record<DeskInvoice['state'], string>> = {
  FAILED: '已退回，不能导出',
  REVERSED: '已红冲，不能导出',
}

/** Returns why the application cannot be exported, or undefined. */
export function invoiceNotExportedReason({
  state,
  withdrawnAt,
}: Pick<DeskInvoice, 'state' | 'withdrawnAt'>): string | undefined {
  return withdrawnAt ? '申请人已撤回，不能导出' : notIssued[state]
}

/** Tells which applications the exported table leaves out. */
export function invoiceExportResultText(counts: { begun: number; withdrawn: number; ended: number }): string {
  const { begun, withdrawn, ended } = counts
  const left = [withdrawn > 0 && `${withdrawn} 张已由申请人撤回`, ended > 0 && `${ended} 张已退回或红冲`].filter(
    Boolean,
  )
  const change = begun > 0 ? `其中 ${begun} 张由“待开票”变为“开票中”。` : ''
  return change + (left.length > 0 ? `另有 ${left.join('，')}，没有导出。` : '')
}

/** Describes applications that ended while being issued. */
export const taxStateLabels: Readonly<Record<NonNullable<DeskInvoice['taxState']>, string>> = {
  OPEN: '税务系统中须作废或红冲',
  RED: '已开具，已红冲',
  VOIDED: '已开具，已作废',
  NEVER_ISSUED: '从未开具',
}

/** Warns if the tax system has an invoice whose number nobody entered here. */
export function invoiceNumberText({ invoiceNo, taxState }: Pick<DeskInvoice, 'invoiceNo' | 'taxState'>): string | null {
  const issued = taxState === 'RED' || taxState === 'VOIDED'
  return invoiceNo ?? (issued ? '放弃前没有登记，请在税务系统中查' : null)
}

type Cause = Pick<DeskInvoice, 'orderStatus' | 'amount' | 'kept' | 'change'>

export function reversalReason({ orderStatus, amount, kept, change }: Cause): string {
  if (orderStatus !== 'PAID') return '订单已退款'
  if (kept < amount)
    return `订单部分退款 ${formatFen(amount - kept)}，实收 ${formatFen(kept)}，与发票金额不符；红冲后可按实收金额重新申请`
  return change ? `学员申请换开：${change.reason}` : ''
}

/** Notes a refund request that is not decided yet; `reversalReason` covers finished refunds. */
export function refundPendingNote({
  state,
  refundOpen,
}: Pick<DeskInvoice, 'state' | 'refundOpen'>): string | undefined {
  const over = state === 'FAILED' || state === 'REVERSED'
  return refundOpen && !over ? '订单有退款申请待审核' : undefined
}
