import { numberOf, ordinal } from './numerals.ts'

export type LawPart =
  /** level 1 编, 2 章, 3 节; 0 any other heading */
  | { kind: 'heading'; level: 0 | 1 | 2 | 3; text: string }
  | { kind: 'article'; number: string; anchor: string; text: string }
  | { kind: 'paragraph'; text: string }

/** A law as its readers know it: when it was made, what stands before the first article, and the rest. */
export interface Law {
  /** 「2016年12月25日 …通过」, oldest first, as in the file */
  history: string[]
  parts: LawPart[]
  chapters: number
  articles: number
  problems: string[]
}

const heading = new RegExp(`^${ordinal}(编|分编|章|节)(?:\\s+(\\S.*))?$`)
const article = new RegExp(`^${ordinal}条(之[一二三四五六七八九十]+)?(?=\\s|$)\\s*(.*)$`, 's')
/** some files leave no space: it is an article when it is the next one */
const tightArticle = new RegExp(`^${ordinal}条(之[一二三四五六七八九十]+)?(.*)$`, 's')
/** how a chapter's heading or an article begins */
export const numberedPlace = `${ordinal}(?:分?编|章|节|条)`
/** also where a link begins it (linkedText's mark) */
const historyLine =
  /^[（(]?(?:\ufdd0\d+\ufdd1)?(?:根据)?(?:\ufdd0\d+\ufdd1)?\d{4}年\d{1,2}月\d{1,2}日/
const levels: Record<string, 1 | 2 | 3> = { 编: 1, 分编: 1, 章: 2, 节: 3 }

/**
 * Reads the paragraphs of a law: chapters, sections, articles, enactment history. The title is not among them.
 * undefined when it counts no three articles: then it is a text like any other.
 */
export function parseLaw(paragraphs: string[]): Law | undefined {
  const reader = new LawReader()
  for (const paragraph of paragraphs) reader.take(paragraph)
  return reader.law.articles >= 3 ? reader.law : undefined
}

class LawReader {
  readonly law: Law = { history: [], parts: [], chapters: 0, articles: 0, problems: [] }
  private last = 0
  private readonly anchors = new Set<string>()
  /** the headings of the file's own table of contents while it lasts: ours is made from the headings themselves */
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
    const count = numberOf(words)
    if (!found || count === undefined) return false
    if (!spaced && count !== this.last + 1) return false
    const subCount = sub ? numberOf(sub.slice(1)) : undefined
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

/** Without Markdown's mark of a block: `## 第一章 总则`, `- 第一章 总则`. */
function plain(paragraph: string): string {
  return paragraph
    .replace(/^#{1,6}\s+/, '')
    .replace(/^[-*+]\s+/, '')
    .replace(/[\s\u3000]+/g, ' ')
    .trim()
}

/** 总 则 → 总则: spaces between Han letters are only for looks. */
function closedUp(title: string): string {
  return title.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '').trim()
}

/** A heading is short and no sentence: 「第三章 规定的…，应当…。」 is none. */
function isHeading(text: string): boolean {
  return text.length <= 60 && !/[。；：]/.test(text)
}

/** 附则 alone, or a page number's dots: still the table of contents. */
function isContentsLine(text: string): boolean {
  return /^(附\s*则|附\s*录|[.…·\d\s]+)$/.test(text)
}
