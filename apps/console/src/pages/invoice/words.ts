import { formatFen } from '@ce/client/format.ts'
import type { DeskInvoice, IssueRow } from '@ce/client/staff/invoice.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const outcomeWords: Readonly<
  Record<IssueRow['outcome'], { label: string; kind: StatusKind }>
> = {
  ISSUED: { label: '已开票', kind: 'done' },
  UNMATCHED: { label: '文件名里没有能对上的申请编号或发票号码', kind: 'error' },
  AMBIGUOUS: { label: '文件名对上了不止一张发票', kind: 'error' },
  TAKEN: { label: '这张发票已有文件，没有覆盖', kind: 'warning' },
  NOT_OPEN: { label: '申请已退回、已撤回、已红冲或订单已退款，没有开票', kind: 'error' },
  NO_FILE: { label: '文件已删除，或不是您上传的', kind: 'error' },
  NUMBER_TAKEN: { label: '文件名里的发票号码已用于另一张发票', kind: 'error' },
}

const notIssued: Partial<Record<DeskInvoice['state'], string>> = {
  FAILED: '已退回，不能导出',
  REVERSED: '已红冲，不能导出',
}

/** Why an application is not for the tax office any more; undefined while it is. */
export function notExported({
  state,
  withdrawnAt,
}: Pick<DeskInvoice, 'state' | 'withdrawnAt'>): string | undefined {
  return withdrawnAt ? '申请人已撤回，不能导出' : notIssued[state]
}

/** What became of those that were chosen, besides how many are in the table. */
export function exportedWords(counts: { begun: number; withdrawn: number; ended: number }): string {
  const { begun, withdrawn, ended } = counts
  const left = [
    withdrawn > 0 && `${withdrawn} 张已由申请人撤回`,
    ended > 0 && `${ended} 张已退回或红冲`,
  ].filter(Boolean)
  const change = begun > 0 ? `其中 ${begun} 张由“待开票”变为“开票中”。` : ''
  return change + (left.length > 0 ? `另有 ${left.join('，')}，没有导出。` : '')
}

/** What became, in the tax system, of one that was given up after staff had begun. */
export const taxWords: Readonly<Record<NonNullable<DeskInvoice['taxState']>, string>> = {
  OPEN: '税务系统中须作废或红冲',
  RED: '已开具，已红冲',
  VOIDED: '已开具，已作废',
  NEVER_ISSUED: '从未开具',
}

/** Its number; of one that was issued in the tax system and only exported here, that it has one nobody entered. */
export function numberWords({
  invoiceNo,
  taxState,
}: Pick<DeskInvoice, 'invoiceNo' | 'taxState'>): string | null {
  const issued = taxState === 'RED' || taxState === 'VOIDED'
  return invoiceNo ?? (issued ? '放弃前没有登记，请在税务系统中查' : null)
}

type Cause = Pick<DeskInvoice, 'orderStatus' | 'amount' | 'kept' | 'change'>

/** Why an invoice must be red-reversed; it goes to its owner as the reason. */
export function reverseCause({ orderStatus, amount, kept, change }: Cause): string {
  if (orderStatus !== 'PAID') return '订单已退款'
  if (kept < amount)
    return `订单部分退款 ${formatFen(amount - kept)}，实收 ${formatFen(kept)}，与发票金额不符；红冲后可按实收金额重新申请`
  return change ? `学员申请换开：${change.reason}` : ''
}

/** That the order's money may go back, before an invoice that stands is worked on; when it has, reverseCause says it. */
export function refundNote({
  state,
  refundOpen,
}: Pick<DeskInvoice, 'state' | 'refundOpen'>): string | undefined {
  const over = state === 'FAILED' || state === 'REVERSED'
  return refundOpen && !over ? '订单有退款申请待审核' : undefined
}
