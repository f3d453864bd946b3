import { foldNumber, foldPhone, foldPlain } from './fold-text.ts'

/**
 * Rules of a person's fields and their words, without a schema library: the contract's schemas use them,
 * and a form shows the same words before anything is sent (product §4 Identity). Names: person-name.ts; papers: id-paper.ts.
 */
export interface FieldRule {
  pattern: RegExp
  msg: string
  /** how what was typed is kept: the pattern is asked of that */
  fold: (typed: string) => string
}

/** What is wrong with what was typed, by a rule; null: nothing. */
export function ruleProblem({ pattern, msg, fold }: FieldRule, typed: string): string | null {
  return pattern.test(fold(typed)) ? null : msg
}

export const phoneRule: FieldRule = {
  pattern: /^1[3-9]\d{9}$/,
  msg: '手机号应为 11 位数字',
  fold: foldPhone,
}
/** How a certificate's and a registration's number are written, said before one is refused. */
export const numberForm = '6–30 位字母或数字'
export const certificateNoRule: FieldRule = {
  pattern: /^[0-9A-Z]{6,30}$/,
  msg: `资格证书编号应为 ${numberForm}`,
  fold: foldNumber,
}
export const registrationNoRule: FieldRule = {
  pattern: /^[0-9A-Z]{6,30}$/,
  msg: `注册证编号应为 ${numberForm}`,
  fold: foldNumber,
}
/** of an employer: a landline or a mobile, with its area */
export const contactPhoneRule: FieldRule = {
  pattern: /^[0-9+ ()-]{7,20}$/,
  msg: '请填写联系电话',
  fold: foldPlain,
}
export const emailRule: FieldRule = {
  pattern: /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/,
  msg: '邮箱格式不正确',
  fold: foldPlain,
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export const creditCodeMsg = '不正确，请核对 18 位代码'

/** What is wrong with a credit code as typed, in Chinese; null: nothing. */
export function creditCodeProblem(typed: string): string | null {
  return creditCodeValid(foldNumber(typed)) ? null : creditCodeMsg
}

/** GB 32100-2015: 18 characters, weights 3^i mod 31, the last one checks (it may be a letter). */
export function creditCodeValid(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  let sum = 0
  let weight = 1
  for (const letter of code.slice(0, 17)) {
    sum += creditAlphabet.indexOf(letter) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] === code[17]
}

/** Said by the form and by the server to whoever has not agreed. */
export const agreementNeeded = '请阅读并同意用户协议和隐私政策'

/** What may stand as the title of an invoice: letters of names and the signs companies have. */
const invoiceTitleRule = {
  pattern: /^[\p{Script=Han}A-Za-z0-9（）()《》“”"'&·、.,，\- ]{2,100}$/u,
  msg: '抬头应为 2–100 个字，只含汉字、字母、数字和常用符号',
}

/** 抬头类型, as forms and lists name them. */
export const invoiceTitleTypes = {
  PERSONAL: '个人',
  COMPANY: '企业',
  INSTITUTION: '机关事业单位',
} as const

interface InvoiceTitle {
  titleType: keyof typeof invoiceTitleTypes
  title: string
  taxNo?: string | undefined
}

/** What is wrong with an invoice's title, by field; a company needs its credit code, a person has none. */
export function invoiceTitleProblems({ titleType, title, taxNo }: InvoiceTitle) {
  const problems: { title?: string; taxNo?: string } = {}
  if (!invoiceTitleRule.pattern.test(title)) problems.title = invoiceTitleRule.msg
  else if (titleType === 'PERSONAL' && /公司|药房|药店|医院$|集团/.test(title))
    problems.title = '看起来是单位名称，请把抬头类型改为企业或机关事业单位'
  if (titleType === 'PERSONAL' && taxNo) problems.taxNo = '个人抬头不填统一社会信用代码'
  if (titleType === 'COMPANY' && !taxNo) problems.taxNo = '企业抬头须填写统一社会信用代码'
  if (taxNo && !creditCodeValid(taxNo)) problems.taxNo = creditCodeMsg
  return problems
}
