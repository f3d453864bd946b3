/** A bulleted list, or a way of counting that articles support. */
export type ListKind =
  | 'bullet'
  | 'decimal'
  | 'lower-alpha'
  | 'upper-alpha'
  | 'lower-roman'
  | 'upper-roman'
  | 'chinese'
  | 'chinese-parens'

export interface ListMark {
  kind: ListKind
  /** Number of the item in its list, or null when the mark has none. */
  number: number | null
}

/**
 * Lists need a CSS class (site/src/styles/article.css), because CSS selectors do not distinguish the HTML types a and
 * A.
 */
export const listTags: Readonly<Record<ListKind, { name: 'ul' | 'ol'; attributes: string }>> = {
  bullet: { name: 'ul', attributes: '' },
  decimal: { name: 'ol', attributes: '' },
  'lower-alpha': { name: 'ol', attributes: ' class="list-lower-alpha"' },
  'upper-alpha': { name: 'ol', attributes: ' class="list-upper-alpha"' },
  'lower-roman': { name: 'ol', attributes: ' class="list-lower-roman"' },
  'upper-roman': { name: 'ol', attributes: ' class="list-upper-roman"' },
  chinese: { name: 'ol', attributes: ' class="list-chinese"' },
  'chinese-parens': { name: 'ol', attributes: ' class="list-chinese-parens"' },
}

/**
 * Returns 'text' when the mark belongs to the sentence, such as 第三条. @param before kind of the list before: after "h.",
 * "i." is a letter; otherwise it starts Roman numbers
 */
export function parseListMark(written: string, before?: ListKind): ListMark | 'text' {
  const mark = written.normalize('NFKC').replace(/\s+/g, '')
  if (/^\(?第.+/.test(mark)) return 'text'
  const circled = written.trim().codePointAt(0) ?? 0
  if (circled >= 0x2460 && circled <= 0x2473) return { kind: 'decimal', number: circled - 0x245f }
  const [, parens = '', core = '', end = ''] = /^(\(?)(.*?)([.,、)。:]*)$/.exec(mark) ?? []
  const decimal = /^(?:\d{1,4}[.．])*(\d{1,4})$/.exec(core)
  if (decimal) return { kind: 'decimal', number: Number(decimal[1]) }
  const chinese = parseChineseNumber(core)
  if (chinese) return { kind: parens ? 'chinese-parens' : 'chinese', number: chinese }
  // A letter without a dot or bracket after it is a bullet in a symbol font.
  if (!end || !/^[a-z]+$/i.test(core)) return { kind: 'bullet', number: null }
  return lettered(core, before)
}

function lettered(core: string, before: ListKind | undefined): ListMark {
  const upper = core === core.toUpperCase()
  const roman = romanNumber(core.toLowerCase())
  const goesOn = before === (upper ? 'upper-alpha' : 'lower-alpha')
  if (roman && !goesOn && (core.length > 1 || /^[ivx]$/i.test(core)))
    return { kind: upper ? 'upper-roman' : 'lower-roman', number: roman }
  if (core.length > 1) return { kind: 'bullet', number: null }
  const number = core.toLowerCase().charCodeAt(0) - 96
  return { kind: upper ? 'upper-alpha' : 'lower-alpha', number }
}

const digits = '零一二三四五六七八九'

/** Parses 1 to 99; returns 0 for other text. */
export function parseChineseNumber(text: string): number {
  const parts = /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text)
  if (!parts || !text) return 0
  const [, before = '', ten = '', after = ''] = parts
  if (!ten) return after ? 0 : digits.indexOf(before)
  return (before ? digits.indexOf(before) : 1) * 10 + (after ? digits.indexOf(after) : 0)
}

const romans: readonly (readonly [string, number])[] = [
  ...([
    ['c', 100],
    ['xc', 90],
    ['l', 50],
    ['xl', 40],
  ] as const),
  ...([
    ['x', 10],
    ['ix', 9],
    ['v', 5],
    ['iv', 4],
    ['i', 1],
  ] as const),
]

function romanNumber(text: string): number {
  let left = text
  let sum = 0
  for (const [letters, worth] of romans)
    while (left.startsWith(letters) && sum < 200) {
      sum += worth
      left = left.slice(letters.length)
    }
  return left ? 0 : sum
}

const formats: Readonly<Record<string, ListKind>> = {
  ...{ bullet: 'bullet', image: 'bullet', none: 'bullet', decimal: 'decimal', arabic: 'decimal' },
  ...{ decimalzero: 'decimal', decimalfullwidth: 'decimal', decimalenclosedcircle: 'decimal' },
  ...{ loweralpha: 'lower-alpha', alphalower: 'lower-alpha', lowerletter: 'lower-alpha' },
  ...{ upperalpha: 'upper-alpha', alphaupper: 'upper-alpha', upperletter: 'upper-alpha' },
  ...{ lowerroman: 'lower-roman', romanlower: 'lower-roman' },
  ...{ upperroman: 'upper-roman', romanupper: 'upper-roman' },
  ...{
    chinesecounting: 'chinese',
    chinesecountingthousand: 'chinese',
    ideographdigital: 'chinese',
  },
  ...{ japanesecounting: 'chinese', taiwanesecounting: 'chinese', simpchineseinformal: 'chinese' },
}

/** The pattern, such as "(%1)", decides whether the numbers are in brackets. */
export function listKindOfFormat(format: string, pattern = ''): ListKind {
  const kind = formats[format.toLowerCase().replace(/[^a-z]/g, '')] ?? 'decimal'
  return kind === 'chinese' && /[(（]/.test(pattern) ? 'chinese-parens' : kind
}

export function isListKind(name: string): name is ListKind {
  return Object.hasOwn(listTags, name)
}

export function formatListNumber(kind: ListKind, number: number): string {
  if (kind === 'chinese' || kind === 'chinese-parens') return inChinese(number)
  const upper = kind.startsWith('upper')
  const letters = kind.endsWith('alpha')
    ? String.fromCharCode(97 + ((number - 1) % 26))
    : kind.endsWith('roman')
      ? inRoman(number)
      : String(number)
  return upper ? letters.toUpperCase() : letters
}

function inChinese(number: number): string {
  if (number < 1 || number > 99) return String(number)
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const before = tens > 1 ? digits[tens] : ''
  return `${before}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`
}

function inRoman(number: number): string {
  let left = Math.min(Math.max(number, 0), 300)
  let text = ''
  for (const [letters, worth] of romans)
    while (left >= worth) {
      text += letters
      left -= worth
    }
  return text
}

const types: Readonly<Record<string, ListKind>> = {
  ...{ a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' },
}

/** Reads our CSS classes or the HTML type attribute; returns null for plain numbers. */
export function listClassOf(classes: string, type: string): string | null {
  const own = /(?:^|\s)list-([a-z-]+)(?=\s|$)/.exec(classes)?.[1] ?? ''
  const kind = own !== 'bullet' && own !== 'decimal' && isListKind(own) ? own : types[type]
  return kind ? `list-${kind}` : null
}
