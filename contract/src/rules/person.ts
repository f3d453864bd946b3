/**
 * Rules of a person's fields and their words, without a schema library: the contract's schemas use them,
 * and a form shows the same words before anything is sent (product §4 Identity).
 */
export interface FieldRule {
  pattern: RegExp
  msg: string
}

export const phoneRule: FieldRule = { pattern: /^1[3-9]\d{9}$/, msg: '手机号应为 11 位数字' }
/** How a certificate's and a registration's number are written, said before one is refused. */
export const numberForm = '6–30 位字母或数字'
export const certificateNoRule: FieldRule = {
  pattern: /^[0-9A-Za-z]{6,30}$/,
  msg: `资格证书编号应为 ${numberForm}`,
}
export const idNoRule: FieldRule = {
  pattern: /^[0-9A-Z()（）-]{5,30}$/,
  msg: '证件号格式不正确',
}
export const registrationNoRule: FieldRule = {
  pattern: /^[0-9A-Za-z]{6,30}$/,
  msg: `注册证编号应为 ${numberForm}`,
}
export const emailRule: FieldRule = {
  pattern: /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/,
  msg: '邮箱格式不正确',
}
export const nameRule: FieldRule = {
  pattern: /^\p{Script=Han}(?:[\p{Script=Han}·]*\p{Script=Han})$/u,
  msg: '姓名应为 2–30 个汉字，可含“·”',
}
/** letters of a name; a 4-byte one counts once */
export const nameLength = { min: 2, max: 30, msg: '姓名应为 2–30 个汉字' }
/** 证件类型, as a form and a proof name them. */
export const idTypeNames = {
  ID_CARD: '居民身份证',
  HK_MO_TW: '港澳台居民证件',
  PASSPORT: '护照',
} as const
const idCardMsg = '身份证号不正确，请核对 18 位号码'

/** Other dots are folded into the middle dot of names. */
export function foldNameDots(name: string): string {
  return name.replace(/[•・‧∙.．]/g, '·')
}

/** What is wrong with a name as typed, in Chinese; null when nothing is. */
export function nameProblem(typed: string): string | null {
  const name = foldNameDots(typed.trim())
  if (!nameRule.pattern.test(name)) return nameRule.msg
  const length = [...name].length
  return length < nameLength.min || length > nameLength.max ? nameLength.msg : null
}

/** What is wrong with an ID number as typed, in Chinese; null when nothing is. Lower-case x is accepted. */
export function idNoProblem(idType: string, typed: string): string | null {
  const idNo = typed.trim().toUpperCase()
  if (!idNoRule.pattern.test(idNo)) return idType === 'ID_CARD' ? idCardMsg : idNoRule.msg
  if (idType === 'ID_CARD') return idCardValid(idNo) ? null : idCardMsg
  // it would read as somebody's phone at login
  return phoneRule.pattern.test(idNo) ? idNoRule.msg : null
}

/** GB 11643-1999 weights and check characters. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/**
 * Whether an 18-character citizen ID number is well formed: a real birth date and the right check character.
 * Upper case expected; unknown area codes pass (they changed over the years).
 */
export function idCardValid(idNo: string): boolean {
  if (!/^\d{17}[\dX]$/.test(idNo)) return false
  if (birthDateOf(idNo) === null) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(idNo[index]), 0)
  return checks[sum % 11] === idNo[17]
}

/** YYYY-MM-DD out of an 18-character ID number; null when no such day has been. */
export function birthDateOf(idNo: string): string | null {
  const match = /^\d{6}(\d{4})(\d{2})(\d{2})/.exec(idNo)
  if (!match) return null
  const text = `${match[1]}-${match[2]}-${match[3]}`
  const day = new Date(`${text}T00:00:00Z`)
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return real && day.getTime() < Date.now() && Number(match[1]) >= 1900 ? text : null
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export const creditCodeMsg = '不正确，请核对 18 位代码'

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
const invoiceTitleRule: FieldRule = {
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
