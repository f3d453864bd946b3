/** How the items of a list are marked: by a bullet, or counted in one of the ways that articles keep. */
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
  /** which one of its list, as its mark says; null: it does not */
  number: number | null
}

/** The list's tag with the class that it counts by (site/src/styles/article.css): styles cannot tell HTML's types a and A apart. */
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
 * What a mark that was written as text says. 'text': it belongs to the words, as 第三条 does, and no list can count so.
 * @param before the kind of the list that it may go on with: "i." goes on after "h." and begins a list of Roman numbers
 */
export function readMark(written: string, before?: ListKind): ListMark | 'text' {
  const mark = written.normalize('NFKC').replace(/\s+/g, '')
  if (/^\(?第.+/.test(mark)) return 'text'
  const circled = written.trim().codePointAt(0) ?? 0
  if (circled >= 0x2460 && circled <= 0x2473) return { kind: 'decimal', number: circled - 0x245f }
  const [, parens = '', core = '', end = ''] = /^(\(?)(.*?)([.,、)。:]*)$/.exec(mark) ?? []
  const decimal = /^(?:\d{1,4}[.．])*(\d{1,4})$/.exec(core)
  if (decimal) return { kind: 'decimal', number: Number(decimal[1]) }
  const chinese = chineseNumber(core)
  if (chinese) return { kind: parens ? 'chinese-parens' : 'chinese', number: chinese }
  // a letter alone is a bullet of a font of signs
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

/** 1 to 99, as lists of notices are counted; 0: it is none. */
export function chineseNumber(text: string): number {
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

/** Word's and the web's names of the ways to count. */
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

/** A way to count by its name in a document; a number's brackets stand in the mark's pattern, as in "(%1)". */
export function kindOfFormat(format: string, pattern = ''): ListKind {
  const kind = formats[format.toLowerCase().replace(/[^a-z]/g, '')] ?? 'decimal'
  return kind === 'chinese' && /[(（]/.test(pattern) ? 'chinese-parens' : kind
}

export function isListKind(name: string): name is ListKind {
  return Object.hasOwn(listTags, name)
}

/** A number as a list of this kind shows it. */
export function formatNumber(kind: ListKind, number: number): string {
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

/** The class that a list counts by, ours or by HTML's type; null: by plain numbers. */
export function listClass(classes: string, type: string): string | null {
  const own = /(?:^|\s)list-([a-z-]+)(?=\s|$)/.exec(classes)?.[1] ?? ''
  const kind = own !== 'bullet' && own !== 'decimal' && isListKind(own) ? own : types[type]
  return kind ? `list-${kind}` : null
}
