import { addLocale, format, getFormatDateInfo, getFormatInfo, getLocale, isDateFormat } from 'numfmt'
import { toChineseNumerals } from './chinese-figures.ts'
import type { ShownCell } from './sheet.ts'

const daysFrom1904 = 1462

const secondsOfDay = 86_400

/** Excel's number for 10000-01-01. Excel can show dates only up to the day before. */
const dayAfterLast = 2_958_466

const unixDay = 25_569

const notShown = '日期或时间超出 Excel 能显示的范围，请在表格里改正'

export const generalNumberFormat = 'General'

export interface CellFormatter {
  /** @param said the number as written in the file */
  number(said: string): ShownCell
  text(said: string): ShownCell
  /** @param said an ISO 8601 date, as some programs write it */
  date(said: string): ShownCell
}

const longestFormat = 255

/** Excel stores only this many digits of a number. */
const figures = 15

export function createCellFormatter(code: string, isFrom1904 = false): CellFormatter {
  const pattern = patternOf(code)
  const inChinese = toChineseNumerals(code)
  if (pattern === generalNumberFormat && !inChinese) return general
  const isDate = isDateFormat(pattern)
  const plain = writerOf(pattern)
  const bare = pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  const reads = isDate ? 'DATE' : /[0#?]/.test(bare) ? 'DIGITS' : 'NUMBER'
  const write: Write = (value) => inChinese?.(plain(value), reads) ?? plain(value)
  const saysText = hasWordsForText(pattern)
  const text = (said: string) => (saysText ? shownText(said, write) : { text: said })
  if (!isDate) return { text, number: numberBy(pattern, write), date: plainDate }
  const show = dateBy(pattern, write, isFrom1904)
  return {
    text,
    number: (said) => ifNumber(said, show.serial),
    date: (said) => dateOfText(said, show),
  }
}

const general: CellFormatter = {
  number: (said) => ifNumber(said, (value) => doubtLong(said, value) ?? { text: formatPlainNumber(value) }),
  text: (said) => ({ text: said }),
  date: plainDate,
}

function plainDate(said: string): ShownCell {
  const pattern = /T00:00|^[^T]*$/.test(said) ? 'yyyy/m/d' : 'yyyy/m/d h:mm'
  return dateOfText(said, dateBy(pattern, writerOf(pattern), false))
}

function ifNumber(said: string, show: (value: number) => ShownCell): ShownCell {
  const value = Number(said)
  return said.trim() === '' || !Number.isFinite(value) ? { text: said } : show(value)
}

/** Writes a number without binary noise: 0.1 + 0.2 is 0.3. */
export function formatPlainNumber(value: number): string {
  const exact = Number(value.toPrecision(figures))
  const size = Math.abs(exact)
  if (size >= 1e21 || (size > 0 && size < 1e-9)) {
    const [head = '', exponent = ''] = exact.toExponential().split('e')
    return `${head}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
  }
  const [text = '', exponent] = String(exact === 0 ? 0 : exact).split('e')
  if (exponent === undefined) return text
  const zeros = '0'.repeat(-Number(exponent) - 1)
  return `${exact < 0 ? '-' : ''}0.${zeros}${text.replace(/[-.]/g, '')}`
}

/** An integer this long is probably an ID or certificate number whose last digits are lost. */
function doubtLong(said: string, value: number): ShownCell | undefined {
  const size = Math.abs(value)
  if (size < 10 ** figures || size >= 1e21 || !Number.isInteger(value)) return undefined
  // Programs other than Excel write all digits of a number, so use the digits as they are in the file.
  const text = /^-?\d+$/.test(said.trim()) ? said.trim() : formatPlainNumber(value)
  return { text, note: { kind: 'DOUBTED', said: tooLong } }
}

const tooLong = `超过 ${figures} 位的号码存成了数字，末尾几位可能已经丢失；请把这一列设为“文本”后重新填写`

/**
 * Rewrites a number format for the formatting library, which does not know Chinese names of signs, colours and system
 * settings.
 */
function patternOf(code: string): string {
  if (code.length > longestFormat) return generalNumberFormat
  const pattern = code
    .replace(/\[\$-(?:F800|x-sysdate)\][^;]*/i, 'yyyy"年"m"月"d"日"')
    .replace(/\[\$-(?:F400|x-systime)\][^;]*/i, 'h:mm:ss')
    .split(/("[^"]*"|[\\!].)/)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^!/, '\\') : plainSigns(part)))
    .join('')
  if (/^(general|@)?$/i.test(pattern.trim())) return generalNumberFormat
  try {
    format(pattern, 1)
    return pattern
  } catch {
    return generalNumberFormat
  }
}

const plainSigns = (part: string) =>
  part
    .replaceAll('G/通用格式', generalNumberFormat)
    /**
     * A mark such as [$-804] names a locale. All Chinese marks become [$-804], which gives Chinese names of days and
     * months; other marks are removed.
     */
    .replace(/\[\$-[^\]]*\]/g, (mark) => (/804|2052|zh/i.test(mark) ? '[$-804]' : ''))
    .replaceAll('上午/下午', '[$-804]AM/PM')
    .replace(/\[(?!\$|[<>=]|h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/aaaa?/gi, `[$-${weekdays}]$&`)

/** The locale zh-SG writes 四 for Thursday; all other Chinese ones write 周四. */
const weekdays = 'zh-SG'

const chinese = getLocale('zh-CN')

if (chinese) addLocale({ ...chinese, ddd: [...'日一二三四五六'] }, weekdays)

function hasWordsForText(pattern: string): boolean {
  const sections = pattern.split(';')
  const own = sections.length > 3 || sections.length === 1 ? (sections.at(-1) ?? '') : '@'
  if (sections.length < 4 && !own.includes('@')) return false
  return own.replace(/_.|\*.|\s/g, '') !== '@'
}

type Write = (value: number | string) => string

const writerOf =
  (pattern: string): Write =>
  (value) =>
    format(pattern, value, { locale: 'en', nbsp: false }).trim()

function shownText(said: string, write: Write): ShownCell {
  const text = write(said)
  if (text === said.trim()) return { text: said }
  return text === '' ? { text, note: { kind: 'UNSEEN', said } } : { text }
}

function numberBy(pattern: string, write: Write): (said: string) => ShownCell {
  const { type, scale, maxDecimals } = getFormatInfo(pattern)
  const hasDecimals = ['number', 'grouped', 'currency', 'percent'].includes(type)
  const show = (said: string, value: number): ShownCell => {
    const long = doubtLong(said, value)
    if (long) return /^[0#;@\s_]*$/.test(pattern) ? long : { ...long, text: write(value) }
    const exact = Number(value.toPrecision(figures))
    const text = write(exact)
    const number = formatPlainNumber(value)
    if (text === number) return { text }
    if (text === '') return { text, note: { kind: 'UNSEEN', said: number } }
    const shown = exact * scale
    const lost = Math.abs(Number(shown.toFixed(Math.min(maxDecimals, 20))) - shown)
    const isRounded = hasDecimals && lost > Math.abs(shown) * 1e-13
    return { text, note: { kind: isRounded ? 'ROUNDED' : 'FORMATTED', said: number } }
  }
  return (said) => ifNumber(said, (value) => show(said, value))
}

interface ShowDate {
  /** @param value days since the workbook's first day, with parts of a day */
  serial(value: number): ShownCell
  /** Formats a date whose days are counted from 1900, as in Excel on Windows. */
  ordinary(value: number): ShownCell
}

function dateBy(pattern: string, write: (value: number) => string, isFrom1904: boolean): ShowDate {
  const { year, month, day } = getFormatDateInfo(pattern)
  const isElapsed = /\[[hms]+\]/i.test(pattern) && !year && !month && !day
  const ordinary = (value: number): ShownCell => {
    if (!isElapsed && !(value >= 0 && value < dayAfterLast))
      return { text: String(value), note: { kind: 'DOUBTED', said: notShown } }
    const text = write(value)
    return isElapsed ? { text } : { text, note: { kind: 'DATE', said: isoOf(value) } }
  }
  return {
    ordinary,
    serial: (value) => ordinary(isFrom1904 && !isElapsed && value >= 0 ? value + daysFrom1904 : value),
  }
}

/** Excel's 29 February 1900, which did not exist, becomes the 28th. */
function isoOf(value: number): string {
  const milliseconds = Math.round(value * secondsOfDay * 1000)
  const days = Math.floor(milliseconds / 1000 / secondsOfDay)
  const lead = days > 59 ? 0 : 1
  const moment = new Date(milliseconds + (lead - unixDay) * secondsOfDay * 1000)
  const [date = '', time = ''] = moment.toISOString().split('T')
  const clock = time.slice(0, 5)
  if (days === 0) return clock
  return clock === '00:00' ? date : `${date} ${clock}`
}

/** Formats a date that a program wrote as text: 2026-03-05T08:30:00. */
function dateOfText(said: string, show: ShowDate): ShownCell {
  const clock = /^\d{1,2}:\d{2}(:\d{2})?/.test(said)
  const milliseconds = Date.parse(
    `${clock ? '1970-01-01T' : ''}${said.replace(/Z$/, '')}${/T|:/.test(said) ? 'Z' : ''}`,
  )
  if (Number.isNaN(milliseconds)) return { text: said }
  const days = milliseconds / 1000 / secondsOfDay
  return show.ordinary(clock ? days : days + unixDay)
}
