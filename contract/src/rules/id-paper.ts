import { foldNumber } from './fold-text.ts'

export const idTypeNames = {
  ID_CARD: '居民身份证',
  HK_MO_TW: '港澳台居民证件',
  PASSPORT: '护照',
  FOREIGN_PR: '外国人永久居留身份证',
} as const
export type IdType = keyof typeof idTypeNames

/** Passports and permanent residence permits of foreigners print a Latin name, alone or before the Chinese name. */
export function allowsLatinNames(idType: string): boolean {
  return idType === 'PASSPORT' || idType === 'FOREIGN_PR'
}

const wrong: Readonly<Record<IdType, string>> = {
  ID_CARD: '身份证号不正确，请核对 18 位号码',
  HK_MO_TW: '居住证号码不正确，请核对以 81、82 或 83 开头的 18 位号码；通行证请填写通行证号码',
  PASSPORT: '护照号码不正确，请核对；18 位号码不是护照号码，请改选证件类型',
  FOREIGN_PR: '永久居留身份证号码不正确，请核对：新版为以 9 开头的 18 位号码，旧版为 3 个字母加 12 位数字',
}
const lastLetterMsg = '证件号末位不是字母 X，请用键盘输入字母 X'
const shapeMsg = '证件号格式不正确，请填写证件上的字母和数字'

/**
 * Returns a sentence about what is wrong with the id number, or null when it is correct. Lower case, spaces and dashes
 * are accepted.
 */
export function idNoProblem(idType: string, typed: string): string | null {
  const idNo = foldNumber(typed)
  const type = isIdType(idType) ? idType : null
  const said = idNo.replace(/[ⅩⅹХх×✕✖xX]$/u, 'X')
  if (said !== idNo && /^\d{17}X$/.test(said)) return lastLetterMsg
  const shape = type && type !== 'PASSPORT' && type !== 'HK_MO_TW' ? wrong[type] : shapeMsg
  if (!/^[0-9A-Z]{5,30}$/.test(idNo)) return shape
  // Refuses an id number with the form of a mobile number, because sign-in would take it for a phone number.
  if (/^1[3-9]\d{9}$/.test(idNo)) return shape
  const paper = idTypeOfNumber(idNo)
  if (type === null || paper === type) return null
  if (paper) return `这是${idTypeNames[paper]}的号码，请把证件类型改为“${idTypeNames[paper]}”`
  const alike = paperAlike(idNo)
  // The number has the form of a different document type, which is not used for passports or travel permits.
  if (alike && alike !== type && type !== 'FOREIGN_PR' && (type === 'ID_CARD' || /^[A-Z]/.test(idNo)))
    return `这像是${idTypeNames[alike]}的号码，请改选证件类型并核对号码`
  if (type === 'ID_CARD' && /^\d{15}$/.test(idNo)) return '15 位的旧号码已停用，请填写 18 位身份证号'
  if (type === 'ID_CARD' || type === 'FOREIGN_PR') return wrong[type]
  return /^\d{17}[\dX]$/.test(idNo) ? wrong[type] : null
}

function isIdType(text: string): text is IdType {
  return Object.hasOwn(idTypeNames, text)
}

/**
 * Returns the document type if the check character is correct. Travel permits and passports have no check character, so
 * they return null.
 */
export function idTypeOfNumber(idNo: string): IdType | null {
  if (oldForeignValid(idNo)) return 'FOREIGN_PR'
  if (!citizenFormValid(idNo)) return null
  if (idNo.startsWith('9')) return 'FOREIGN_PR'
  /**
   * Residence permits for people from Hong Kong, Macao and Taiwan begin with 81, 82 or 83; id cards of citizens begin
   * with 1 to 7.
   */
  return /^8[123]/.test(idNo) ? 'HK_MO_TW' : 'ID_CARD'
}

/** Checks only the form of the number, because it may contain a typing error. */
function paperAlike(idNo: string): 'FOREIGN_PR' | 'HK_MO_TW' | null {
  if (/^(?:9\d{16}[\dX]|[A-Z]{3}\d{12})$/.test(idNo)) return 'FOREIGN_PR'
  return /^8[123]\d{15}[\dX]$/.test(idNo) ? 'HK_MO_TW' : null
}

/** Expects a normalised number; checks form, birth date and check character. */
export function isIdCardValid(idNo: string): boolean {
  return idTypeOfNumber(idNo) === 'ID_CARD'
}

/** These are the weights and check characters of GB 11643-1999. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/**
 * GB 11643-1999, also for residence permits and for foreigners since 2023. Expects upper case; does not check area
 * codes, because they change.
 */
function citizenFormValid(idNo: string): boolean {
  if (!/^\d{17}[\dX]$/.test(idNo) || longDayOf(idNo) === null) return false
  const sum = weights.reduce((total, weight, index) => total + weight * Number(idNo[index]), 0)
  return checks[sum % 11] === idNo[17]
}

/**
 * Permits of foreigners before 2023: three letters, four digits, YYMMDD, a digit and an ICAO 9303 check digit (weights
 * 7, 3, 1; letters count from 10).
 */
function oldForeignValid(idNo: string): boolean {
  if (!/^[A-Z]{3}\d{12}$/.test(idNo) || shortDayOf(idNo) === null) return false
  const sum = [...idNo.slice(0, 14)].reduce(
    (total, sign, index) => total + Number.parseInt(sign, 36) * ([7, 3, 1][index % 3] ?? 0),
    0,
  )
  return sum % 10 === Number(idNo[14])
}

/** Returns YYYY-MM-DD, or null when the number has no valid date. */
export function birthDateOf(idType: string, idNo: string): string | null {
  if (idTypeOfNumber(idNo) !== idType) return null
  return idNo.length === 18 ? longDayOf(idNo) : shortDayOf(idNo)
}

/** Reads the gender from the 17th digit of an 18-digit number; other numbers do not contain the gender. */
export function genderOf(idType: string, idNo: string): 'MALE' | 'FEMALE' | null {
  if (idTypeOfNumber(idNo) !== idType || idNo.length !== 18) return null
  return Number(idNo[16]) % 2 === 1 ? 'MALE' : 'FEMALE'
}

function longDayOf(idNo: string): string | null {
  const [, year, month, day] = /^\d{6}(\d{4})(\d{2})(\d{2})/.exec(idNo) ?? []
  return pastDay(`${year}-${month}-${day}`)
}

/** Reads a birth date with a two-digit year. The year is read as 20YY, unless the person would then be under 16. */
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
