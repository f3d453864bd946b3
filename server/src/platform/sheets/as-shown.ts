/** Excel's own formats that show a number as another text, and need not stand in a workbook (of 32–56: as in China). */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 9: '0%', 10: '0.00%', 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 32: 'h:mm', 33: 'h:mm:ss', 34: 'h:mm', 35: 'h:mm:ss', 55: 'h:mm', 56: 'h:mm:ss' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss' },
}

/** 0.1 that shows as 10%, and a third of a day that shows as 8:00 */
type Shown = (value: number) => string

/**
 * The cells of a sheet that a workbook shows as shares or times of day, as the texts they are shown as. Both files in Latin-1: what
 * matters here is ASCII, and the rest stays as it is.
 */
export function asShown(sheet: string, shown: Map<string, Shown>): string {
  return sheet.replace(numberCell, (all, prefix, about: string, formula, said: string) => {
    const show = shown.get(attribute(about, 's') ?? '')
    const value = Number(said)
    if (!show || !Number.isFinite(value) || !/^n?$/.test(attribute(about, 't') ?? '')) return all
    const rest = about.replace(/\st=["']n["']/, '')
    return `<${prefix}c${rest} t="str">${formula}<${prefix}v>${show(value)}</${prefix}v>`
  })
}

/** a cell up to its number, its formula in between */
const numberCell =
  /<((?:\w+:)?)c(\s[^<>]*[^<>/])>((?:\s*<\1f\b[^<>]*(?:\/>|>[^<]*<\/\1f>))?\s*)<\1v>([^<]+)<\/\1v>/g

/** How styles.xml shows shares and times, by the number that a cell names its style with. */
export function shownStyles(styles: string): Map<string, Shown> {
  const formats = new Map(Object.entries(builtIn))
  for (const [, about = ''] of styles.matchAll(/<(?:\w+:)?numFmt\s([^<>]*)>/g))
    formats.set(attribute(about, 'numFmtId') ?? '', unquoted(attribute(about, 'formatCode') ?? ''))
  const [cells = ''] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  const shown = [...cells.matchAll(/<(?:\w+:)?xf\s([^<>]*)>/g)].map(([, about = '']) =>
    shownBy(formats.get(attribute(about, 'numFmtId') ?? '') ?? ''),
  )
  return new Map(shown.flatMap((show, at) => (show ? [[String(at), show] as const] : [])))
}

/** made once: a sheet has hundreds of thousands of cells */
const attributes = {
  s: /(?:^|\s)s=(?:"([^"]*)"|'([^']*)')/,
  t: /(?:^|\s)t=(?:"([^"]*)"|'([^']*)')/,
  numFmtId: /(?:^|\s)numFmtId=(?:"([^"]*)"|'([^']*)')/,
  formatCode: /(?:^|\s)formatCode=(?:"([^"]*)"|'([^']*)')/,
}

function attribute(about: string, name: keyof typeof attributes): string | undefined {
  const found = attributes[name].exec(about)
  return found?.[1] ?? found?.[2]
}

const unquoted = (text: string) => text.replace(/&quot;/g, '"').replace(/&apos;/g, "'")

/** What a format makes of a number; null: no share and no time of day. */
function shownBy(format: string): Shown | null {
  const [signs = ''] = format
    // words, paddings, colours and places; the brackets of hours that are counted stay
    .replace(/"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]|am\/pm|a\/p/gi, '')
    .toLowerCase()
    .split(';')
  if (signs.includes('%')) return shareOf(/\.([0#?]+)/.exec(signs)?.[1] ?? '')
  return /[hs]/.test(signs) && !/[yd]/.test(signs) ? timeOf(signs) : null
}

/** @param digits of the format, behind the point: 0 is always shown, # and ? where there is something */
function shareOf(digits: string): Shown {
  const always = digits.split('0').length - 1
  const optional = new RegExp(`(\\.\\d{${always}}\\d*?)0+$`)
  return (value) => {
    // Excel counts with fifteen figures, and rounds up what is a little less than 1.005 only in our count
    const share = (value * 100 * (1 + 1e-14)).toFixed(digits.length)
    return `${share.replace(optional, '$1').replace(/\.$/, '')}%`
  }
}

function timeOf(signs: string): Shown {
  return (value) => {
    // Excel shows nothing for it
    if (value < 0) return String(value)
    const seconds = Math.round(value * 86_400)
    const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
    const tail = signs.includes('s') ? `:${two(seconds % 60)}` : ''
    const within = (most: number) => (signs.includes('[') ? Infinity : most)
    if (!signs.includes('h')) return `${two((seconds / 60) % within(60))}${tail}`
    const hours = Math.floor((seconds / 3600) % within(24))
    return `${signs.includes('hh') ? two(hours) : hours}:${two((seconds / 60) % 60)}${tail}`
  }
}
