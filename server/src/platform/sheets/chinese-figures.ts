/**
 * Matches the start of superscript text that is a power or an electric charge. Other superscript text, such as ® or the
 * st of 1st, is neither.
 */
export const superscriptPowerPattern = /[\d(+−–-]|[a-z]\b/

export const superscriptPowerStartPattern = new RegExp(`^(?:${superscriptPowerPattern.source})`)

interface Figures {
  digits: string
  units: readonly string[]
}

/** Chinese digits by the number in Excel's format marks [DBNum1] and [DBNum2]. */
const figuresOf: Readonly<Record<string, Figures>> = {
  1: { digits: '〇一二三四五六七八九', units: ['', '十', '百', '千'] },
  2: { digits: '零壹贰叁肆伍陆柒捌玖', units: ['', '拾', '佰', '仟'] },
}

/**
 * Returns a function that writes digits as the mark [DBNum1] or [DBNum2] of a number format asks, or undefined if the
 * format has no such mark.
 */
export function toChineseNumerals(code: string): ((text: string, reads: NumeralStyle) => string) | undefined {
  const of = figuresOf[/\[DBNum(\d)\]/i.exec(code)?.[1] ?? '']
  return of && ((text, reads) => text.replace(/\d+(?:\.\d+)?/g, (found) => written(found, of, reads)))
}

/** NUMBER: 一百二十三. DIGITS: 一二三. DATE: the year as digits, month and day as numbers. */
export type NumeralStyle = 'NUMBER' | 'DIGITS' | 'DATE'

function written(figures: string, of: Figures, reads: NumeralStyle): string {
  const [whole = '', decimals] = figures.split('.')
  const byDigits = reads === 'DIGITS' || (reads === 'DATE' && whole.length > 2)
  const head = byDigits || whole.length > 12 ? digitsOf(whole, of) : numberOf(whole, of)
  // In a date 10 is written 十, but as a number it is 一十.
  const said = reads === 'DATE' ? head.replace(/^一十/, '十') : head
  return decimals === undefined ? said : `${said}${byDigits ? '.' : '点'}${digitsOf(decimals, of)}`
}

const digitsOf = (said: string, { digits }: Figures) => [...said].map((digit) => digits[Number(digit)]).join('')

const thousands = ['', '万', '亿']

/** Writes a number in Chinese, in groups of four digits: 10,203 is 一万〇二百〇三. */
function numberOf(said: string, of: Figures): string {
  const value = Number(said)
  const zero = of.digits[0] ?? ''
  if (value === 0) return zero
  let text = ''
  for (let group = thousands.length - 1; group >= 0; group -= 1) {
    const part = Math.floor(value / 10_000 ** group) % 10_000
    if (part === 0) continue
    const gap = text !== '' && part < 1000 && !text.endsWith(zero) ? zero : ''
    text += `${gap}${groupOf(part, of)}${thousands[group]}`
  }
  return text
}

function groupOf(part: number, { digits, units }: Figures): string {
  let text = ''
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(part / 10 ** place) % 10
    if (digit > 0) text += `${digits[digit]}${units[place]}`
    else if (text !== '' && part % 10 ** place > 0 && !text.endsWith(digits[0] ?? '')) text += digits[0]
  }
  return text
}
