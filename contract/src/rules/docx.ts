import { DocxNumbering } from './docx-numbering.ts'
import { type DocxLook, docxStyles, readLook } from './docx-styles.ts'
import { DocxTable } from './docx-table.ts'
import { escapeHtml } from './escape-html.ts'
import { attributesOf, type HtmlToken, htmlTokens, plainLetters } from './html-tokens.ts'
import { readMark } from './list-marks.ts'
import { signOfFont, textOfFont } from './sign-fonts.ts'

/** The text of a part of the package by its path; undefined: it has none. */
export type DocxParts = (path: string) => string | undefined

/** Parts that are read; pictures are not among them. */
export const docxParts = [
  'word/document.xml',
  'word/styles.xml',
  'word/numbering.xml',
  'word/footnotes.xml',
  'word/endnotes.xml',
  'word/_rels/document.xml.rels',
] as const

export interface DocxHtml {
  /** lists still lie one after the other, as readOfficeHtml takes them; pictures are named by their paths */
  html: string
  /** pictures that lie outside the document */
  lostPictures: number
  /** whether text was deleted or moved away with tracked changes, or hidden */
  withdrawn: boolean
}

/** A Word document as HTML: its text as it is once all changes are accepted, without comments, heads and feet of pages. Null: it is none. */
export function readDocx(parts: DocxParts): DocxHtml | null {
  const text = parts('word/document.xml')
  return text === undefined || !/<w:body[\s>]/.test(text) ? null : new Docx(parts, text).read()
}

const gone = new Set(['w:del', 'w:movefrom', 'w:sectpr', 'w:commentrangestart', 'mc:fallback'])
/** of a run; how a letter is spoken stands above it, and is none of the words */
const unread = new Set(['mc:fallback', 'w:instrtext', 'w:deltext', 'w:rt'])
/** fractions, roots, and what stands higher or lower */
const formulas = { 'm:f': 0, 'm:rad': 0, 'm:sup': 0, 'm:sub': 0 }
const notes = { 'w:footnotereference': 'foot', 'w:endnotereference': 'end' } as const

/** A paragraph that was begun: of one whose mark was deleted, the next one's text comes behind it. */
interface Begun {
  html: string
  /** text boxes and tables within it, which stand behind it */
  behind: string
}

class Docx {
  #tokens: readonly HtmlToken[]
  readonly #styles: Map<string, DocxLook>
  readonly #numbering: DocxNumbering
  readonly #links = new Map<string, { target: string; outside: boolean }>()
  readonly #notes = new Map<string, HtmlToken[]>()
  readonly #written: string[] = []
  readonly #parts: DocxParts
  #lost = 0
  #withdrawn = false
  #kept = ''

  constructor(parts: DocxParts, text: string) {
    this.#parts = parts
    this.#tokens = htmlTokens(text)
    this.#styles = docxStyles(htmlTokens(parts('word/styles.xml') ?? ''))
    this.#numbering = new DocxNumbering(htmlTokens(parts('word/numbering.xml') ?? ''))
    for (const { name, raw } of htmlTokens(parts('word/_rels/document.xml.rels') ?? '')) {
      if (name !== 'relationship') continue
      const { id = '', target = '', targetmode } = attributesOf(raw)
      this.#links.set(id, { target: plainLetters(target), outside: targetmode === 'External' })
    }
  }

  read(): DocxHtml {
    const html = this.#blocks(0, this.#tokens.length)
    // a note may have notes of its own, which are written as they are found
    for (let at = 0; at < this.#written.length && at < 2000; at += 1) this.#writeNote(at)
    const notes = this.#written.length > 0 ? `<hr>${this.#written.join('')}` : ''
    return { html: html + notes, lostPictures: this.#lost, withdrawn: this.#withdrawn }
  }

  #blocks(from: number, to: number): string {
    let html = ''
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open' || token.match < 0) continue
      if (gone.has(token.name)) {
        this.#noteGone(token)
        at = token.match
      } else if (token.name === 'w:p') {
        html += this.#paragraph(at, token.match)
        at = token.match
      } else if (token.name === 'w:tbl') {
        html += this.#table(at, token.match)
        at = token.match
      }
    }
    return html
  }

  #noteGone({ name }: HtmlToken): void {
    if (name === 'w:del' || name === 'w:movefrom') this.#withdrawn = true
  }

  #table(from: number, to: number): string {
    const table = new DocxTable()
    for (let at = from + 1; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      // a table in a cell is read with its cell
      if (token.name === 'w:tc' && token.match > 0) {
        table.cell(this.#blocks(at, token.match), this.#tokens.slice(at, token.match))
        at = token.match
      } else if (token.name === 'w:tr' && token.match > 0) {
        if (isDeletedRow(this.#tokens.slice(at, token.match))) {
          this.#withdrawn = true
          at = token.match
        } else table.row()
      } else if (token.name === 'w:tblheader') table.head()
    }
    return table.html()
  }

  #paragraph(from: number, to: number): string {
    const { look, markDeleted } = this.#lookOf(from, to)
    const begun: Begun = { html: '', behind: '' }
    this.#runs(from + 1, to, begun, look)
    const words = joined(this.#kept + begun.html)
    this.#kept = markDeleted ? words : ''
    if (markDeleted) return begun.behind
    if (!/<img/.test(words) && !/\S/.test(plainLetters(words.replace(/<[^>]*>/g, ''))))
      return begun.behind
    return this.#block(look, words) + begun.behind
  }

  #block(look: DocxLook, words: string): string {
    const align = { center: 'center', right: 'right', end: 'right' }[look.align ?? '']
    const aligned = align ? ` class="align-${align}"` : ''
    const item =
      look.list && look.list !== '0' ? this.#numbering.next(look.list, look.level ?? 0) : undefined
    const heading = headingOf(look)
    if (!item)
      return heading ? `<${heading}${aligned}>${words}</${heading}>` : `<p${aligned}>${words}</p>`
    const marked = `${escapeHtml(item.text)} ${words}`
    if (heading) return `<${heading}${aligned}>${marked}</${heading}>`
    if (item.kind !== 'bullet' && readMark(item.text) === 'text')
      return `<p${aligned}>${marked}</p>`
    const { list, level, kind, number } = item
    return `<p data-list="${list || 'x'} ${Math.min(level, 9)} ${kind} ${number}">${words}</p>`
  }

  #lookOf(from: number, to: number): { look: DocxLook; markDeleted: boolean } {
    const own: DocxLook = {}
    let style: DocxLook = {}
    let markDeleted = false
    let start = from + 1
    while (start < to && this.#tokens[start]?.kind === 'text') start += 1
    const properties = this.#tokens[start]
    if (properties?.name !== 'w:ppr' || start > to) return { look: own, markDeleted }
    for (let at = start; at < properties.match; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      if (token.name === 'w:ppchange' || token.name === 'w:pprchange') break
      if (token.name === 'w:pstyle')
        style = this.#styles.get(attributesOf(token.raw)['w:val'] ?? '') ?? {}
      else if (token.name === 'w:rpr') {
        // of the mark at the paragraph's end
        const mark = this.#tokens.slice(at, Math.max(token.match, at))
        markDeleted = mark.some(({ name }) => name === 'w:del' || name === 'w:movefrom')
        at = Math.max(token.match, at)
      } else readLook(own, token)
    }
    return { look: { ...style, ...own }, markDeleted }
  }

  /** @param around the paragraph's look */
  #runs(from: number, to: number, begun: Begun, around: DocxLook): void {
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      const { name, match, raw } = token
      if (gone.has(name) || name === 'w:ppr') {
        this.#noteGone(token)
        at = Math.max(match, at)
      } else if (name === 'w:hyperlink' && match > 0) {
        const inside: Begun = { html: '', behind: '' }
        this.#runs(at + 1, match, inside, around)
        const link = this.#links.get(attributesOf(raw)['r:id'] ?? '')
        const href = link?.outside ? ` href="${escapeHtml(link.target)}"` : ''
        begun.html += href ? `<a${href}>${inside.html}</a>` : inside.html
        begun.behind += inside.behind
        at = match
      } else if (name === 'w:r' && match > 0) {
        this.#run(at, match, begun, around)
        at = match
      } else if (name in formulas && match > 0) {
        begun.html += this.#formula(name, at, match, around)
        at = match
      } else if (name === 'm:t' && match > 0) {
        begun.html += this.#textIn(at, match)
        at = match
      }
    }
  }

  /** A piece of a formula in one line: a half is 1/2, and not 12. */
  #formula(name: string, from: number, to: number, around: DocxLook): string {
    if (name === 'm:sup' || name === 'm:sub') {
      const inside = this.#inFormula(from + 1, to, around)
      return inside && `<${name.slice(2)}>${inside}</${name.slice(2)}>`
    }
    const parts: [string, string] = name === 'm:f' ? ['m:num', 'm:den'] : ['m:deg', 'm:e']
    let at = from
    const [first = '', second = ''] = parts.map((part) => {
      const start = this.#tokens.findIndex(
        (token, index) => index > at && index < to && token.kind === 'open' && token.name === part,
      )
      const match = this.#tokens[start]?.match ?? -1
      if (match < 0) return ''
      at = match
      return this.#inFormula(start + 1, match, around)
    })
    if (name === 'm:f') return `${grouped(first)}/${grouped(second)}`
    return `${first && `<sup>${first}</sup>`}√${grouped(second)}`
  }

  #inFormula(from: number, to: number, around: DocxLook): string {
    const inside: Begun = { html: '', behind: '' }
    this.#runs(from, to, inside, around)
    return inside.html
  }

  #run(from: number, to: number, begun: Begun, around: DocxLook): void {
    const { hidden = false, struck = false } = around
    const look: DocxLook = { hidden, struck }
    let words = ''
    for (let at = from + 1; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      const { name, match, raw } = token
      if (name === 'w:rpr') {
        this.#readRun(look, at, Math.max(match, at))
        at = Math.max(match, at)
      } else if (name === 'w:t' && match > 0) {
        words += this.#textIn(at, match, look.font)
        at = match
      } else if (name === 'w:br' || name === 'w:cr')
        words += attributesOf(raw)['w:type'] ? '' : '<br>'
      else if (name === 'w:tab') words += '\u2003'
      else if (name === 'w:sym') words += signOf(attributesOf(raw))
      else if (name === 'w:nobreakhyphen') words += '\u2011'
      else if (name in notes) words += this.#noteReference(notes[name as keyof typeof notes], raw)
      else if (name === 'a:blip' || name === 'v:imagedata') words += this.#picture(raw, from, to)
      else if (name === 'w:txbxcontent' && match > 0) {
        begun.behind += this.#blocks(at, match)
        at = match
      } else if (unread.has(name)) at = Math.max(match, at)
    }
    if (look.hidden) {
      if (words) this.#withdrawn = true
      return
    }
    begun.html += marked(words, look, headingOf(around) !== null)
  }

  #readRun(look: DocxLook, from: number, to: number): void {
    for (let at = from + 1; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      // how it was before a tracked change
      if (token.name === 'w:rprchange') return
      if (token.name === 'w:rstyle')
        Object.assign(look, this.#styles.get(attributesOf(token.raw)['w:val'] ?? ''))
      else readLook(look, token)
    }
  }

  #textIn(from: number, to: number, font = ''): string {
    const texts = this.#tokens.slice(from, to).filter(({ kind }) => kind === 'text')
    return escapeHtml(textOfFont(font, plainLetters(texts.map(({ raw }) => raw).join(''))))
  }

  #picture(raw: string, from: number, to: number): string {
    const given = attributesOf(raw)
    const link = this.#links.get(given['r:embed'] ?? given['r:id'] ?? '')
    if (!link || link.outside) {
      this.#lost += 1
      return ''
    }
    const path = link.target.startsWith('/') ? link.target.slice(1) : `word/${link.target}`
    const about = this.#tokens.slice(from, to).find(({ name }) => name === 'wp:docpr')
    const alt = about ? (attributesOf(about.raw).descr ?? '') : ''
    return `<img src="${escapeHtml(path)}" alt="${escapeHtml(plainLetters(alt))}">`
  }

  #noteReference(kind: 'foot' | 'end', raw: string): string {
    const id = attributesOf(raw)['w:id'] ?? ''
    this.#written.push(`${kind} ${id}`)
    return `<sup>[${this.#written.length}]</sup>`
  }

  #writeNote(at: number): void {
    const [kind = '', id] = (this.#written[at] ?? '').split(' ')
    const outer = this.#tokens
    this.#tokens = this.#notesOf(kind)
    const start = this.#tokens.findIndex(
      ({ kind: what, name, raw }) =>
        what === 'open' && name === `w:${kind}note` && attributesOf(raw)['w:id'] === id,
    )
    const html = start < 0 ? '' : this.#blocks(start + 1, this.#tokens[start]?.match ?? start)
    this.#tokens = outer
    this.#written[at] =
      `<p><sup>[${at + 1}]</sup> ${html.replace(/<\/p><p[^>]*>/g, '<br>').replace(/<\/?p[^>]*>/g, '')}</p>`
  }

  #notesOf(kind: string): HtmlToken[] {
    const known = this.#notes.get(kind) ?? htmlTokens(this.#parts(`word/${kind}notes.xml`) ?? '')
    this.#notes.set(kind, known)
    return known
  }
}

/** What more than one sign stands for goes in brackets once it is written in a line. */
const grouped = (html: string) =>
  /^[\p{L}\p{N}.%]*$/u.test(html.replace(/<[^>]*>/g, '')) ? html : `(${html})`

/** A sign of a font, by its code in it. */
function signOf({ 'w:char': code = '', 'w:font': font = '' }: Record<string, string>): string {
  const point = Number.parseInt(code, 16)
  if (!(point >= 0x20 && point <= 0xffff)) return ''
  return escapeHtml(signOfFont(font, point) ?? textOfFont(font, String.fromCharCode(point)))
}

function headingOf({ name = '', outline }: DocxLook): string | null {
  if (name === 'title') return 'h1'
  const level =
    /^heading (\d)$/.exec(name)?.[1] ?? (outline !== undefined && outline < 9 ? outline + 1 : 0)
  return Number(level) > 0 ? `h${Math.min(Number(level) + 1, 4)}` : null
}

/** Word cuts one marked text into many runs. */
function joined(html: string): string {
  const once = html.replace(/<\/(strong|em|u|s|sup|sub)><\1>/g, '')
  return once === html ? html : joined(once)
}

function marked(words: string, look: DocxLook, inHeading: boolean): string {
  if (!words) return ''
  const tags = [
    ...(look.bold && !inHeading ? ['strong'] : []),
    ...(look.italic ? ['em'] : []),
    ...(look.underline ? ['u'] : []),
    ...(look.struck ? ['s'] : []),
    ...(look.raised === 'superscript' ? ['sup'] : look.raised === 'subscript' ? ['sub'] : []),
  ]
  return tags.reduceRight((inside, tag) => `<${tag}>${inside}</${tag}>`, words)
}

/** Its properties say that it was deleted; deletions within it are of its text. */
function isDeletedRow(row: readonly HtmlToken[]): boolean {
  const start = row.findIndex(({ name }) => name === 'w:trpr')
  const end = row.findIndex(({ name, kind }) => name === 'w:trpr' && kind === 'close')
  return start >= 0 && row.slice(start, end).some(({ name }) => name === 'w:del')
}
