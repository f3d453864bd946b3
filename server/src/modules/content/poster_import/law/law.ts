import { contentLimits } from '@ce/contract'
import { escapeHtml } from '@ce/contract/escape-html'
import { countExternalLinks, removeLinkMarks, toMarkedText } from '../document/html.ts'
import { renderMarkdownLines } from '../document/markdown.ts'

const lawCategories: readonly number[] = [35, 29]

const headingNames = ['heading', 'part', 'chapter', 'section'] as const

const ordinal = String.raw`第\s*([〇零一二两三四五六七八九十百千\d０-９]{1,12})\s*`

export type LawPart =
  /** Levels: 1 编, 2 章, 3 节, 0 any other heading. */
  | { kind: 'heading'; level: 0 | 1 | 2 | 3; text: string }
  | { kind: 'article'; number: string; anchor: string; text: string }
  | { kind: 'paragraph'; text: string }

export interface Law {
  history: string[]
  parts: LawPart[]
  chapters: number
  articles: number
  problems: string[]
}

const heading = new RegExp(`^${ordinal}(编|分编|章|节)(?:\\s+(\\S.*))?$`)

const article = new RegExp(`^${ordinal}条(之[一二三四五六七八九十]+)?(?=\\s|$)\\s*(.*)$`, 's')

/**
 * Matches an article without a space after 第…条. A sentence may begin like this too, so it counts only if the number is
 * the next one.
 */
const tightArticle = new RegExp(`^${ordinal}条(之[一二三四五六七八九十]+)?(.*)$`, 's')

export const numberedUnitPattern = `${ordinal}(?:分?编|章|节|条)`

const historyLine = /^[（(]?(?:\ufdd0\d+\ufdd1)?(?:根据)?(?:\ufdd0\d+\ufdd1)?\d{4}年\d{1,2}月\d{1,2}日/

const levels: Record<string, 1 | 2 | 3> = { 编: 1, 分编: 1, 章: 2, 节: 3 }

/** Reads paragraphs as a law; undefined if there are fewer than three articles. */
export function parseLaw(paragraphs: string[]): Law | undefined {
  const reader = new LawReader()
  for (const paragraph of paragraphs) reader.take(paragraph)
  return reader.law.articles >= 3 ? reader.law : undefined
}

class LawReader {
  readonly law: Law = { history: [], parts: [], chapters: 0, articles: 0, problems: [] }
  private last = 0
  private readonly anchors = new Set<string>()
  private contents: Set<string> | null = null

  take(paragraph: string): void {
    const marked = /^#{1,6}\s/.test(paragraph)
    const text = plain(paragraph)
    if (!text) return
    if (/^目\s*[录次]$/.test(text)) {
      this.contents = new Set()
      return
    }
    const found = heading.exec(text)
    const level = levels[found?.[2] ?? '']
    const inContents = this.contents !== null
    if (found && level && isHeading(text)) this.takeHeading(level, found)
    else if (this.takeArticle(text)) this.contents = null
    else if (!inContents || !isContentsLine(text)) this.takeText(text, marked)
  }

  private takeHeading(level: 1 | 2 | 3, [, words = '', unit = '', title = '']: string[]): void {
    const text = `第${words}${unit}${title ? ` ${closedUp(title)}` : ''}`
    if (this.contents && !this.contents.has(text)) {
      this.contents.add(text)
      return
    }
    this.contents = null
    if (level === 2) this.law.chapters += 1
    this.law.parts.push({ kind: 'heading', level, text })
  }

  private takeArticle(text: string): boolean {
    const spaced = article.exec(text)
    const found = spaced ?? tightArticle.exec(text)
    const [, words = '', sub = '', rest = ''] = found ?? []
    const count = parseNumeral(words)
    if (!found || count === undefined) return false
    if (!spaced && count !== this.last + 1) return false
    const subCount = sub ? parseNumeral(sub.slice(1)) : undefined
    const anchor = `article-${count}${subCount === undefined ? '' : `-${subCount}`}`
    if (this.anchors.has(anchor)) {
      this.law.problems.push(`第${words}条${sub}出现了两次，第二次按普通段落处理`)
      return false
    }
    if (subCount === undefined && count !== this.last + 1)
      this.law.problems.push(`第 ${this.last} 条之后是第 ${count} 条，请核对原文`)
    this.anchors.add(anchor)
    this.last = count
    this.law.articles += 1
    this.law.parts.push({
      kind: 'article',
      number: `第${words}条${sub}`,
      anchor,
      text: rest.trim(),
    })
    return true
  }

  private takeText(text: string, marked: boolean): void {
    this.contents = null
    const begun = this.law.parts.length > 0
    if (!begun && historyLine.test(text)) this.law.history.push(text)
    else if (marked) this.law.parts.push({ kind: 'heading', level: 0, text })
    else this.law.parts.push({ kind: 'paragraph', text })
  }
}

function plain(paragraph: string): string {
  return paragraph
    .replace(/^#{1,6}\s+/, '')
    .replace(/^[-*+]\s+/, '')
    .replace(/[\s\u3000]+/g, ' ')
    .trim()
}

/** Removes decorative spaces from a title: 总 则 → 总则. */
function closedUp(title: string): string {
  return title.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '').trim()
}

/** A heading is short and no sentence such as 「第三章 规定的…，应当…。」. */
function isHeading(text: string): boolean {
  return text.length <= 60 && !/[。；：]/.test(text)
}

function isContentsLine(text: string): boolean {
  return /^(附\s*则|附\s*录|[.…·\d\s]+)$/.test(text)
}

const digits = '零一二三四五六七八九'

const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** Reads 一百二十, 〇, 两, 12 and １２, up to 9999. */
export function parseNumeral(words: string): number | undefined {
  const text = words.normalize('NFKC').replaceAll('〇', '零').replaceAll('两', '二')
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[零一二三四五六七八九十百千]+$/.test(text)) return undefined
  let total = 0
  let digit: number | undefined
  for (const letter of text) {
    const unit = units[letter]
    if (unit === undefined) {
      // Numbers such as 二〇 occur in years but not in article numbers.
      if (digit !== undefined && digit !== 0) return undefined
      digit = digits.indexOf(letter)
      continue
    }
    // In 十二 the leading 一 is omitted.
    total += (digit === undefined || digit === 0 ? 1 : digit) * unit
    digit = undefined
  }
  return total + (digit ?? 0)
}

/**
 * Writes chapters as h2 (or one level lower below 第…编) and sections as h3. A text without headings starts with a list
 * of its articles.
 */
export function renderLawHtml(law: Law): string {
  const down = law.parts.some((part) => part.kind === 'heading' && part.level === 1) ? 1 : 0
  const counts = new Map<string, number>()
  const body = law.parts.map((part) => partHtml(part, down, counts))
  const firstArticle = law.parts.findIndex((part) => part.kind === 'article')
  if (counts.size === 0) body.splice(firstArticle, 0, articleIndex(law.parts))
  return [history(law.history), ...body].filter(Boolean).join('\n')
}

function partHtml(part: LawPart, down: number, counts: Map<string, number>): string {
  if (part.kind === 'paragraph') return `<p>${escapeHtml(part.text)}</p>`
  if (part.kind === 'article') {
    const text = part.text ? `　${escapeHtml(part.text)}` : ''
    return `<p id="${part.anchor}"><strong>${part.number}</strong>${text}</p>`
  }
  const name = headingNames[part.level]
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const tag = `h${part.level === 0 ? 2 : part.level + down}`
  return `<${tag} id="${name}-${count}">${escapeHtml(part.text)}</${tag}>`
}

function history(lines: string[]): string {
  if (lines.length === 0) return ''
  return `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`
}

function articleIndex(parts: LawPart[]): string {
  const links = parts.flatMap((part) => (part.kind === 'article' ? `<a href="#${part.anchor}">${part.number}</a>` : []))
  return `<p>${links.join(' ')}</p>`
}

export function lawSummary(law: Law): string {
  const acts = law.history.map((line) => line.replace(/^[（(]|[）)]$/g, '').replace(/\s+/g, ''))
  const extent = `共${law.chapters ? ` ${law.chapters} 章` : ''} ${law.articles} 条。`
  const room = contentLimits.summary - extent.length - 1
  let told = acts.join('；')
  // If the summary is too long, older acts are dropped first.
  while (told.length > room && acts.length > 1) {
    acts.shift()
    told = acts.join('；')
  }
  return (told ? `${told.slice(0, room)}。` : '') + extent
}

interface LawText {
  markdown?: string
  html: string
}

interface LawDocument {
  html: string
  summary: string
  law: Law
}

/**
 * Reads a document as a law. A text with tables, pictures or numbered lists gives 'laidOut' and keeps its layout;
 * undefined means that it is no law.
 */
export function parseLawDocument(text: LawText, categoryId: number): LawDocument | 'laidOut' | undefined {
  if (!lawCategories.includes(categoryId)) return undefined
  const { html, markdown } = text
  const paragraphs = toMarkedText(
    markdown === undefined ? html : renderMarkdownLines(bare(markdown)),
    numberedUnitPattern,
  )
  const law = parseLaw(paragraphs.text.split('\n'))
  if (!law) return undefined
  const made = paragraphs.restore(renderLawHtml(law))
  /**
   * A text whose numbered list or external links would be lost also keeps its layout. In Markdown, list numbers are
   * part of the text, so they are not lost.
   */
  const numbered = markdown === undefined && /<ol\b/i.test(html)
  if (/<(table|img)\b/i.test(html) || numbered || countExternalLinks(made) + paragraphs.left < countExternalLinks(html))
    return 'laidOut'
  const history = law.history.map(removeLinkMarks)
  return { html: made, summary: lawSummary({ ...law, history }), law }
}

function bare(markdown: string): string {
  return withoutComments(markdown).replace(/^\s*#[ \t][^\n]*\n/, '')
}

/** Uses `indexOf`, because a regular expression would take hours on comments that never end. */
function withoutComments(markdown: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = markdown.indexOf('<!--', at)
    const end = start < 0 ? -1 : markdown.indexOf('-->', start)
    if (end < 0) break
    kept.push(markdown.slice(at, start))
    at = end + 3
  }
  return kept.join('') + markdown.slice(at)
}
