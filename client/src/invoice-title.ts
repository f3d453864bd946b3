import { invoiceTitleProblems, invoiceTitleTypes } from '@ce/contract/person'
import type { SavedTitle } from './invoice.ts'

export type TitleType = SavedTitle['titleType']

export interface TitleValues {
  titleType: TitleType
  title: string
  taxNo?: string
  email: string
  remark?: string
  saveTitle?: boolean
  /** of a change */
  reason?: string
}

/** What the form holds as the call takes it. */
export function askedOf({ titleType, title, taxNo, email, remark, saveTitle }: TitleValues) {
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

export const titleTypes: readonly { value: TitleType; label: string }[] = (
  ['PERSONAL', 'COMPANY', 'INSTITUTION'] as const
).map((value) => ({ value, label: invoiceTitleTypes[value] }))

/** What is wrong with a title's fields as they stand; a missing title is said by `needed`. */
export function titleProblem(
  field: 'title' | 'taxNo',
  { titleType, title = '', taxNo = '' }: Partial<TitleValues>,
): string | null {
  const type = titleType ?? 'PERSONAL'
  const code = type === 'PERSONAL' ? '' : taxNo.trim().toUpperCase()
  const problems = invoiceTitleProblems({ titleType: type, title: title.trim(), taxNo: code })
  return (field === 'taxNo' || title) && problems[field] ? problems[field] : null
}

/** The titles of one form: a person's name is no company's, so each kind keeps its own. */
export interface KeptTitles {
  person: string
  unit: string
}

const kindOf = (type: TitleType): keyof KeptTitles => (type === 'PERSONAL' ? 'person' : 'unit')

/** Another type is chosen: what stands as the title is kept for its kind, and what was kept for the other one comes back. */
export function retitled(
  kept: KeptTitles,
  was: { titleType: TitleType; title: string },
  next: TitleType,
): { kept: KeptTitles; title: string } {
  const now = { ...kept, [kindOf(was.titleType)]: was.title }
  return { kept: now, title: now[kindOf(next)] }
}

/** What its fields are called, and what is said below them. */
export function titleWords(type: TitleType) {
  return {
    titleHint: type === 'PERSONAL' ? '通常是本人姓名。' : '单位全称，与营业执照或法人证书一致。',
    taxNo: type === 'COMPANY' ? '统一社会信用代码' : '统一社会信用代码（选填）',
    taxNoHint: '18 位，最后一位是校验码。',
    save: '保存这个抬头，下次直接选用',
  }
}

export const emailLabel = '邮箱（选填）'

const emailUse = '仅供工作人员核对开票信息时与您联系，没有邮箱可以不填。'

/** What an address is for, and where the file is found. @param proven the address that the student gets messages at; undefined: none */
export function emailHint(proven: string | undefined, hasEmail: boolean): string {
  if (proven)
    return `${emailUse}开具后，发票文件会发送到您已验证的邮箱 ${proven}，也可以在发票页面下载。`
  const more = hasEmail ? '在“个人信息与隐私”中验证邮箱后，文件还会发送到该邮箱。' : ''
  return `${emailUse}开具后在发票页面下载文件。${more}`
}

/** The same for an employer. */
export const employerEmailHint = `${emailUse}开具后在这里下载文件。`

export const applyTerms =
  '电子普通发票，金额等于订单的实付金额。每笔订单只能有一张有效发票，开具后可以换开一次。'
export const changeTerms = '每笔订单只能换开一次。原发票会被红冲，请勿再用于报销。'
/** of the reason for a change */
export const changeReason = { missing: '请填写换开原因', length: { min: 2, message: '请写清原因' } }
export const appliedNotice = {
  kind: 'success',
  title: '发票申请已提交',
  text: '开好后会通知您。',
} as const
export const correctedNotice = {
  kind: 'success',
  title: '发票申请已修改',
  text: '按新的内容重新排队，开好后会通知您。',
} as const
export const changedNotice = {
  kind: 'success',
  title: '换开申请已提交',
  text: '原发票红冲后重新开具。',
} as const
export const savedTitleWords = ({ title, titleType }: SavedTitle): string =>
  `${title}（${invoiceTitleTypes[titleType]}）`
