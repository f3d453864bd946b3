import { invoiceTitleProblems, invoiceTitleTypeLabels } from '@ce/contract/person'
import type { SavedInvoiceTitle } from './invoice.ts'

export type InvoiceTitleKind = SavedInvoiceTitle['titleType']

export interface InvoiceTitleValues {
  titleType: InvoiceTitleKind
  title: string
  taxNo?: string
  email: string
  remark?: string
  saveTitle?: boolean
  /** Only an invoice change needs a reason. */
  reason?: string
}

export function toInvoiceInput({ titleType, title, taxNo, email, remark, saveTitle }: InvoiceTitleValues) {
  const code = titleType === 'PERSONAL' ? '' : (taxNo ?? '').trim()
  return {
    titleType,
    title: title.trim(),
    ...(code ? { taxNo: code } : {}),
    email: email.trim(),
    remark: remark?.trim() ?? '',
    saveTitle: saveTitle ?? false,
  }
}

export const invoiceTitleTypeOptions: readonly { value: InvoiceTitleKind; label: string }[] = (
  ['PERSONAL', 'COMPANY', 'INSTITUTION'] as const
).map((value) => ({ value, label: invoiceTitleTypeLabels[value] }))

/** Returns what is wrong with a field of the invoice title, or null. An empty title is reported by `needed` instead. */
export function invoiceTitleProblem(
  field: 'title' | 'taxNo',
  { titleType, title = '', taxNo = '' }: Partial<InvoiceTitleValues>,
): string | null {
  const type = titleType ?? 'PERSONAL'
  const code = type === 'PERSONAL' ? '' : taxNo.trim().toUpperCase()
  const problems = invoiceTitleProblems({ titleType: type, title: title.trim(), taxNo: code })
  return (field === 'taxNo' || title) && problems[field] ? problems[field] : null
}

/**
 * The last title typed for a person and for an organisation. Both are remembered, because a person's name does not fit
 * a company.
 */
export interface RememberedInvoiceTitles {
  person: string
  unit: string
}

const kindOf = (type: InvoiceTitleKind): keyof RememberedInvoiceTitles => (type === 'PERSONAL' ? 'person' : 'unit')

/** Remembers the current title and restores the one of the new type. */
export function changeInvoiceTitleType(
  kept: RememberedInvoiceTitles,
  was: { titleType: InvoiceTitleKind; title: string },
  next: InvoiceTitleKind,
): { kept: RememberedInvoiceTitles; title: string } {
  const now = { ...kept, [kindOf(was.titleType)]: was.title }
  return { kept: now, title: now[kindOf(next)] }
}

export function invoiceTitleFieldLabels(type: InvoiceTitleKind) {
  return {
    titleHint: type === 'PERSONAL' ? '通常是本人姓名。' : '单位全称，与营业执照或法人证书一致。',
    taxNo: type === 'COMPANY' ? '统一社会信用代码' : '统一社会信用代码（选填）',
    taxNoHint: '18 位，最后一位是校验码。',
    save: '保存这个抬头，下次直接选用',
  }
}

export const invoiceEmailLabel = '邮箱（选填）'

const emailUse = '仅供工作人员核对开票信息时与您联系，没有邮箱可以不填。'

/** @param proven the student's confirmed e-mail address, if any */
export function invoiceEmailHint(proven: string | undefined, hasEmail: boolean): string {
  if (proven) return `${emailUse}开具后，发票文件会发送到您已验证的邮箱 ${proven}，也可以在发票页面下载。`
  const more = hasEmail ? '在“个人信息与隐私”中验证邮箱后，文件还会发送到该邮箱。' : ''
  return `${emailUse}开具后在发票页面下载文件。${more}`
}

export const employerInvoiceEmailHint = `${emailUse}开具后在这里下载文件。`

export const invoiceTermsText = '电子普通发票，金额等于订单的实付金额。每笔订单只能有一张有效发票，开具后可以换开一次。'
export const invoiceChangeTermsText = '每笔订单只能换开一次。原发票会被红冲，请勿再用于报销。'
export const invoiceChangeReasonRules = { missing: '请填写换开原因', length: { min: 2, message: '请写清原因' } }
export const invoiceAppliedNotice = {
  kind: 'success',
  title: '发票申请已提交',
  text: '开好后会通知您。',
} as const
export const invoiceCorrectedNotice = {
  kind: 'success',
  title: '发票申请已修改',
  text: '按新的内容重新排队，开好后会通知您。',
} as const
export const invoiceChangedNotice = {
  kind: 'success',
  title: '换开申请已提交',
  text: '原发票红冲后重新开具。',
} as const
export const savedInvoiceTitleText = ({ title, titleType }: SavedInvoiceTitle): string =>
  `${title}（${invoiceTitleTypeLabels[titleType]}）`
