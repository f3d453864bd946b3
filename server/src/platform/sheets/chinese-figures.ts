interface Figures {
  digits: string
  /** of tens, hundreds and thousands */
  units: readonly string[]
}

/** By the number of Excel's mark, [DBNum1] or [DBNum2]. */
const figuresOf: Readonly<Record<string, Figures>> = {
  1: { digits: '〇一二三四五六七八九', units: ['', '十', '百', '千'] },
  2: { digits: '零壹贰叁肆伍陆柒捌玖', units: ['', '拾', '佰', '仟'] },
}

/** What a mark like [DBNum1] makes of the figures in a text; undefined where it has none, or one that keeps them as they are. */
export function chineseFigures(
  code: string,
): ((text: string, reads: Reading) => string) | undefined {
  const of = figuresOf[/\[DBNum(\d)\]/i.exec(code)?.[1] ?? '']
  return (
    of && ((text, reads) => text.replace(/\d+(?:\.\d+)?/g, (found) => written(found, of, reads)))
  )
}

/** NUMBER: 一百二十三; DIGITS: 一二三; DATE: years by digits, the rest as numbers */
export type Reading = 'NUMBER' | 'DIGITS' | 'DATE'

function written(figures: string, of: Figures, reads: Reading): string {
  const [whole = '', decimals] = figures.split('.')
  const byDigits = reads === 'DIGITS' || (reads === 'DATE' && whole.length > 2)
  const head = byDigits || whole.length > 12 ? digitsOf(whole, of) : numberOf(whole, of)
  // the tenth of a month is 十, the number 一十
  const said = reads === 'DATE' ? head.replace(/^一十/, '十') : head
  return decimals === undefined ? said : `${said}${byDigits ? '.' : '点'}${digitsOf(decimals, of)}`
}

const digitsOf = (said: string, { digits }: Figures) =>
  [...said].map((digit) => digits[Number(digit)]).join('')

const thousands = ['', '万', '亿']

/** A number as it is read, in groups of four digits: 10,203 is 一万〇二百〇三. */
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
    else if (text !== '' && part % 10 ** place > 0 && !text.endsWith(digits[0] ?? ''))
      text += digits[0]
  }
  return text
}
