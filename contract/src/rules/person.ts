import { foldNumber, foldPhone, foldPlainText } from './fold-text.ts'

/** Shared by the contract and by forms, without a schema library (docs/rules/accounts.md#papers-and-names). */
export interface FieldRule {
  pattern: RegExp
  msg: string
  fold: (typed: string) => string
}

export function fieldRuleProblem({ pattern, msg, fold }: FieldRule, typed: string): string | null {
  return pattern.test(fold(typed)) ? null : msg
}

export const phoneRule: FieldRule = {
  pattern: /^1[3-9]\d{9}$/,
  msg: '手机号应为 11 位数字',
  fold: foldPhone,
}
/** Describes the format of certificate and registration numbers. */
export const certificateNumberFormatText = '6–30 位字母或数字'
export const certificateNoRule: FieldRule = {
  pattern: /^[0-9A-Z]{6,30}$/,
  msg: `资格证书编号应为 ${certificateNumberFormatText}`,
  fold: foldNumber,
}
export const registrationNoRule: FieldRule = {
  pattern: /^[0-9A-Z]{6,30}$/,
  msg: `注册证编号应为 ${certificateNumberFormatText}`,
  fold: foldNumber,
}
/** A landline or mobile number with area code. */
export const contactPhoneRule: FieldRule = {
  pattern: /^[0-9+ ()-]{7,20}$/,
  msg: '请填写联系电话',
  fold: foldPlainText,
}
export const emailRule: FieldRule = {
  pattern: /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/,
  msg: '邮箱格式不正确',
  fold: foldPlainText,
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export const invalidCreditCodeText = '不正确，请核对 18 位代码'

export function creditCodeProblem(typed: string): string | null {
  return isCreditCodeValid(foldNumber(typed)) ? null : invalidCreditCodeText
}

/** GB 32100-2015: weights 3^i mod 31; the check character may be a letter. */
export function isCreditCodeValid(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const letter of code.slice(0, 17)) {
    sum += creditAlphabet.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] === code[17]
}

export const agreementRequiredText = '请阅读并同意用户协议和隐私政策'

/** Characters that occur in company names. */
const invoiceTitleRule = {
  pattern: /^[\p{Script=Han}A-Za-z0-9（）()《》“”"'&·、.,，\- ]{2,100}$/u,
  msg: '抬头应为 2–100 个字，只含汉字、字母、数字和常用符号',
}

export const invoiceTitleTypeLabels = {
  PERSONAL: '个人',
  COMPANY: '企业',
  INSTITUTION: '机关事业单位',
} as const

interface InvoiceTitle {
  titleType: keyof typeof invoiceTitleTypeLabels
  title: string
  taxNo?: string | undefined
}

/** Returns problems by field name; a company needs its credit code, a person has none. */
export function invoiceTitleProblems({ titleType, title, taxNo }: InvoiceTitle) {
  const problems: { title?: string; taxNo?: string } = {}
  if (!invoiceTitleRule.pattern.test(title)) problems.title = invoiceTitleRule.msg
  else if (titleType === 'PERSONAL' && /公司|药房|药店|医院$|集团/.test(title))
    problems.title = '看起来是单位名称，请把抬头类型改为企业或机关事业单位'
  if (titleType === 'PERSONAL' && taxNo) problems.taxNo = '个人抬头不填统一社会信用代码'
  if (titleType === 'COMPANY' && !taxNo) problems.taxNo = '企业抬头须填写统一社会信用代码'
  if (taxNo && !isCreditCodeValid(taxNo)) problems.taxNo = invalidCreditCodeText
  return problems
}
