import { foldNumber } from './fold-text.ts'

/** 证件类型, as a form and a proof name them. */
export const idTypeNames = {
  ID_CARD: '居民身份证',
  HK_MO_TW: '港澳台居民证件',
  PASSPORT: '护照',
  FOREIGN_PR: '外国人永久居留身份证',
} as const
export type IdType = keyof typeof idTypeNames

/** Whose names may be Latin: their papers print no others, or these first. */
export function takesLatinNames(idType: string): boolean {
  return idType === 'PASSPORT' || idType === 'FOREIGN_PR'
}

const wrong: Readonly<Record<IdType, string>> = {
  ID_CARD: '身份证号不正确，请核对 18 位号码',
  HK_MO_TW: '居住证号码不正确，请核对以 81、82 或 83 开头的 18 位号码；通行证请填写通行证号码',
  PASSPORT: '护照号码不正确，请核对；18 位号码不是护照号码，请改选证件类型',
  FOREIGN_PR:
    '永久居留身份证号码不正确，请核对：新版为以 9 开头的 18 位号码，旧版为 3 个字母加 12 位数字',
}
/** signs that look like the letter, and Cyrillic */
const lastLetterMsg = '证件号末位不是字母 X，请用键盘输入字母 X'
const shapeMsg = '证件号格式不正确，请填写证件上的字母和数字'

/** What is wrong with an ID number as typed, in Chinese; null when nothing is. Small letters, spaces and dashes are accepted. */
export function idNoProblem(idType: string, typed: string): string | null {
  const idNo = foldNumber(typed)
  const type = isIdType(idType) ? idType : null
  const said = idNo.replace(/[ⅩⅹХх×✕✖xX]$/u, 'X')
  if (said !== idNo && /^\d{17}X$/.test(said)) return lastLetterMsg
  const shape = type && type !== 'PASSPORT' && type !== 'HK_MO_TW' ? wrong[type] : shapeMsg
  if (!/^[0-9A-Z]{5,30}$/.test(idNo)) return shape
  // it would read as somebody's phone at login
  if (/^1[3-9]\d{9}$/.test(idNo)) return shape
  const paper = paperOf(idNo)
  if (type === null || paper === type) return null
  if (paper) return `这是${idTypeNames[paper]}的号码，请把证件类型改为“${idTypeNames[paper]}”`
  const alike = paperAlike(idNo)
  // no passport and no permit has such a number
  if (
    alike &&
    alike !== type &&
    type !== 'FOREIGN_PR' &&
    (type === 'ID_CARD' || /^[A-Z]/.test(idNo))
  )
    return `这像是${idTypeNames[alike]}的号码，请改选证件类型并核对号码`
  if (type === 'ID_CARD' && /^\d{15}$/.test(idNo))
    return '15 位的旧号码已停用，请填写 18 位身份证号'
  if (type === 'ID_CARD' || type === 'FOREIGN_PR') return wrong[type]
  return /^\d{17}[\dX]$/.test(idNo) ? wrong[type] : null
}

function isIdType(text: string): text is IdType {
  return Object.hasOwn(idTypeNames, text)
}

/** The paper that a number is of, where its check character says so: travel permits and passports have none. */
export function paperOf(idNo: string): IdType | null {
  if (oldForeignValid(idNo)) return 'FOREIGN_PR'
  if (!citizenFormValid(idNo)) return null
  if (idNo.startsWith('9')) return 'FOREIGN_PR'
  // 港澳台居民居住证 since 2018; citizens' own area codes begin with 1 to 7
  return /^8[123]/.test(idNo) ? 'HK_MO_TW' : 'ID_CARD'
}

/** The same by its form alone: somebody may have mistyped it. */
function paperAlike(idNo: string): 'FOREIGN_PR' | 'HK_MO_TW' | null {
  if (/^(?:9\d{16}[\dX]|[A-Z]{3}\d{12})$/.test(idNo)) return 'FOREIGN_PR'
  return /^8[123]\d{15}[\dX]$/.test(idNo) ? 'HK_MO_TW' : null
}

/** Whether a number is a citizen's, folded: its form, a real day of birth and the right check character. */
export function idCardValid(idNo: string): boolean {
  return paperOf(idNo) === 'ID_CARD'
}

/** GB 11643-1999 weights and check characters. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/**
 * GB 11643-1999, which residence permits and the foreigners' paper of 2023 follow, too. Upper case expected;
 * unknown area codes pass (they changed over the years).
 */
function citizenFormValid(idNo: string): boolean {
  if (!/^\d{17}[\dX]$/.test(idNo) || longDayOf(idNo) === null) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(idNo[index]), 0)
  return checks[sum % 11] === idNo[17]
}

/**
 * The foreigners' paper before 2023: three letters of a country, four digits of a place, the day of birth as YYMMDD, one digit, and the check
 * digit that passports have, too (ICAO 9303: weights 7, 3, 1; letters count from 10).
 */
function oldForeignValid(idNo: string): boolean {
  if (!/^[A-Z]{3}\d{12}$/.test(idNo) || shortDayOf(idNo) === null) return false
  const sum = [...idNo.slice(0, 14)].reduce(
    (total, sign, index) => total + Number.parseInt(sign, 36) * ([7, 3, 1][index % 3] ?? 0),
    0,
  )
  return sum % 10 === Number(idNo[14])
}

/** YYYY-MM-DD out of a number with a day of birth in it; null when it has none, or no such day has been. */
export function birthDateOf(idType: string, idNo: string): string | null {
  if (paperOf(idNo) !== idType) return null
  return idNo.length === 18 ? longDayOf(idNo) : shortDayOf(idNo)
}

/** By the last digit but one of an 18-digit number; other papers do not say it. */
export function genderOf(idType: string, idNo: string): 'MALE' | 'FEMALE' | null {
  if (paperOf(idNo) !== idType || idNo.length !== 18) return null
  return Number(idNo[16]) % 2 === 1 ? 'MALE' : 'FEMALE'
}

function longDayOf(idNo: string): string | null {
  const [, year, month, day] = /^\d{6}(\d{4})(\d{2})(\d{2})/.exec(idNo) ?? []
  return pastDay(`${year}-${month}-${day}`)
}

/** Of two digits for a year the later century, unless that person would be a child. */
function shortDayOf(idNo: string): string | null {
  const [, year, month, day] = /^[A-Z]{3}\d{4}(\d{2})(\d{2})(\d{2})/.exec(idNo) ?? []
  const grown = Number(`20${year}`) <= new Date().getUTCFullYear() - 16
  return pastDay(`${grown ? 20 : 19}${year}-${month}-${day}`)
}

function pastDay(text: string): string | null {
  const day = new Date(`${text}T00:00:00Z`)
  const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return real && day.getTime() < Date.now() && text >= '1900' ? text : null
}
