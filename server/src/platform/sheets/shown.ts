import { addLocale, format, getFormatInfo, getLocale, isDateFormat } from 'numfmt'
import { chineseFigures } from './chinese-figures.ts'
import type { Shown } from './sheet.ts'
import { dateBy, dateOfText } from './shown-date.ts'

export const generalFormat = 'General'

/** What a format makes of the content of a cell. */
export interface ShownBy {
  /** @param said the number as the file has it */
  number(said: string): Shown
  text(said: string): Shown
  /** @param said a date in the form of ISO 8601, as some programs write it */
  date(said: string): Shown
}

/** of a format: Excel allows no longer one */
const longestFormat = 255
/** Excel keeps so many figures of a number, and shows no more */
const figures = 15

/** How a number format shows what stands in a cell. */
export function shownBy(code: string, isFrom1904 = false): ShownBy {
  const pattern = patternOf(code)
  const inChinese = chineseFigures(code)
  if (pattern === generalFormat && !inChinese) return general
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

const general: ShownBy = {
  number: (said) => ifNumber(said, (value) => doubtLong(said, value) ?? { text: plainText(value) }),
  text: (said) => ({ text: said }),
  date: plainDate,
}

function plainDate(said: string): Shown {
  const pattern = /T00:00|^[^T]*$/.test(said) ? 'yyyy/m/d' : 'yyyy/m/d h:mm'
  return dateOfText(said, dateBy(pattern, writerOf(pattern), false))
}

function ifNumber(said: string, show: (value: number) => Shown): Shown {
  const value = Number(said)
  return said.trim() === '' || !Number.isFinite(value) ? { text: said } : show(value)
}

/** A number without the noise of its binary form: 0.1 + 0.2 is 0.3. */
export function plainText(value: number): string {
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

/** A number of more figures than Excel keeps: an ID or certificate number that should have been a text. */
function doubtLong(said: string, value: number): Shown | undefined {
  const size = Math.abs(value)
  if (size < 10 ** figures || size >= 1e21 || !Number.isInteger(value)) return undefined
  // other programs than Excel write all figures
  const text = /^-?\d+$/.test(said.trim()) ? said.trim() : plainText(value)
  return { text, note: { kind: 'DOUBTED', said: tooLong } }
}

const tooLong = `超过 ${figures} 位的号码存成了数字，末尾几位可能已经丢失；请把这一列设为“文本”后重新填写`

/** A pattern that the formatter knows: Chinese names of signs, colours and marks of the system's settings are not among them. */
function patternOf(code: string): string {
  if (code.length > longestFormat) return generalFormat
  const pattern = code
    .replace(/\[\$-(?:F800|x-sysdate)\][^;]*/i, 'yyyy"年"m"月"d"日"')
    .replace(/\[\$-(?:F400|x-systime)\][^;]*/i, 'h:mm:ss')
    .split(/("[^"]*"|[\\!].)/)
    .map((part, at) => (at % 2 === 1 ? part.replace(/^!/, '\\') : plainSigns(part)))
    .join('')
  if (/^(general|@)?$/i.test(pattern.trim())) return generalFormat
  try {
    format(pattern, 1)
    return pattern
  } catch {
    return generalFormat
  }
}

const plainSigns = (part: string) =>
  part
    .replaceAll('G/通用格式', generalFormat)
    // a country, with its calendar or figures: of Chinese ones the names of days and months
    .replace(/\[\$-[^\]]*\]/g, (mark) => (/804|2052|zh/i.test(mark) ? '[$-804]' : ''))
    .replaceAll('上午/下午', '[$-804]AM/PM')
    .replace(/\[(?!\$|[<>=]|h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/aaaa?/gi, `[$-${weekdays}]$&`)

/** 四 for Thursday, where every other Chinese format says 周四 */
const weekdays = 'zh-SG'
const chinese = getLocale('zh-CN')
if (chinese) addLocale({ ...chinese, ddd: [...'日一二三四五六'] }, weekdays)

/** Whether a format adds to a text, or hides it. */
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

function shownText(said: string, write: Write): Shown {
  const text = write(said)
  if (text === said.trim()) return { text: said }
  return text === '' ? { text, note: { kind: 'UNSEEN', said } } : { text }
}

function numberBy(pattern: string, write: Write): (said: string) => Shown {
  const { type, scale, maxDecimals } = getFormatInfo(pattern)
  const hasDecimals = ['number', 'grouped', 'currency', 'percent'].includes(type)
  const show = (said: string, value: number): Shown => {
    const long = doubtLong(said, value)
    if (long) return /^[0#;@\s_]*$/.test(pattern) ? long : { ...long, text: write(value) }
    const exact = Number(value.toPrecision(figures))
    const text = write(exact)
    const number = plainText(value)
    if (text === number) return { text }
    if (text === '') return { text, note: { kind: 'UNSEEN', said: number } }
    const shown = exact * scale
    const lost = Math.abs(Number(shown.toFixed(Math.min(maxDecimals, 20))) - shown)
    const isRounded = hasDecimals && lost > Math.abs(shown) * 1e-13
    return { text, note: { kind: isRounded ? 'ROUNDED' : 'FORMATTED', said: number } }
  }
  return (said) => ifNumber(said, (value) => show(said, value))
}
