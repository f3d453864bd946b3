import { DocxNumbering } from './docx-numbering.ts'
import { type DocxFormatting, readDocxFormatting, readDocxStyles } from './docx-styles.ts'
import { DocxTable } from './docx-table.ts'
import { escapeHtml } from './escape-html.ts'
import { decodeMarkerText, type HtmlToken, htmlAttributesOf, tokenizeHtml } from './html-tokens.ts'
import { parseListMark } from './list-marks.ts'
import { decodeSymbolFontText, symbolFontCharacter } from './sign-fonts.ts'

/** Returns the text of a part of the Word file by its path, or undefined when the part is missing. */
export type DocxPartReader = (path: string) => string | undefined

export const docxPartPaths = [
  'word/document.xml',
  'word/styles.xml',
  'word/numbering.xml',
  'word/footnotes.xml',
  'word/endnotes.xml',
  'word/_rels/document.xml.rels',
] as const

export interface DocxHtml {
  /** HTML with flat lists, as readOfficeHtml expects; pictures are named by their path in the package. */
  html: string
  lostPictures: number
  /** The value is true when hidden text, tracked deletions or tracked moves were left out. */
  withdrawn: boolean
}

/**
 * Reads a Word document as HTML, with all changes accepted and without comments, headers and footers. Returns null when
 * it is no Word document.
 */
export function readDocx(parts: DocxPartReader): DocxHtml | null {
  const text = parts('word/document.xml')
  return text === undefined || !/<w:body[\s>]/.test(text) ? null : new Docx(parts, text).read()
}

const gone = new Set(['w:del', 'w:movefrom', 'w:sectpr', 'w:commentrangestart', 'mc:fallback'])
const unread = new Set(['mc:fallback', 'w:instrtext', 'w:deltext', 'w:rt'])
/** Elements of fractions, roots, superscripts and subscripts. */
const formulas = { 'm:f': 0, 'm:rad': 0, 'm:sup': 0, 'm:sub': 0 }
const notes = { 'w:footnotereference': 'foot', 'w:endnotereference': 'end' } as const

/** An open paragraph; when its paragraph mark was deleted, the next text continues it. */
interface Begun {
  html: string
  behind: string
}

class Docx {
  #tokens: readonly HtmlToken[]
  readonly #styles: Map<string, DocxFormatting>
  readonly #numbering: DocxNumbering
  readonly #links = new Map<string, { target: string; outside: boolean }>()
  readonly #notes = new Map<string, HtmlToken[]>()
  readonly #written: string[] = []
  readonly #parts: DocxPartReader
  #lost = 0
  #withdrawn = false
  #kept = ''

  constructor(parts: DocxPartReader, text: string) {
    this.#parts = parts
    this.#tokens = tokenizeHtml(text)
    this.#styles = readDocxStyles(tokenizeHtml(parts('word/styles.xml') ?? ''))
    this.#numbering = new DocxNumbering(tokenizeHtml(parts('word/numbering.xml') ?? ''))
    for (const { name, raw } of tokenizeHtml(parts('word/_rels/document.xml.rels') ?? '')) {
      if (name !== 'relationship') continue
      const { id = '', target = '', targetmode } = htmlAttributesOf(raw)
      this.#links.set(id, { target: decodeMarkerText(target), outside: targetmode === 'External' })
    }
  }

  read(): DocxHtml {
    const html = this.#blocks(0, this.#tokens.length)
    // Notes may contain notes, so the list grows during the loop.
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
      // A nested table is read together with its cell.
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
    if (!/<img/.test(words) && !/\S/.test(decodeMarkerText(words.replace(/<[^>]*>/g, '')))) return begun.behind
    return this.#block(look, words) + begun.behind
  }

  #block(look: DocxFormatting, words: string): string {
    const align = { center: 'center', right: 'right', end: 'right' }[look.align ?? '']
    const aligned = align ? ` class="align-${align}"` : ''
    const item = look.list && look.list !== '0' ? this.#numbering.next(look.list, look.level ?? 0) : undefined
    const heading = headingOf(look)
    if (!item) return heading ? `<${heading}${aligned}>${words}</${heading}>` : `<p${aligned}>${words}</p>`
    const marked = `${escapeHtml(item.text)} ${words}`
    if (heading) return `<${heading}${aligned}>${marked}</${heading}>`
    if (item.kind !== 'bullet' && parseListMark(item.text) === 'text') return `<p${aligned}>${marked}</p>`
    const { list, level, kind, number } = item
    return `<p data-list="${list || 'x'} ${Math.min(level, 9)} ${kind} ${number}">${words}</p>`
  }

  #lookOf(from: number, to: number): { look: DocxFormatting; markDeleted: boolean } {
    const own: DocxFormatting = {}
    let style: DocxFormatting = {}
    let markDeleted = false
    let start = from + 1
    while (start < to && this.#tokens[start]?.kind === 'text') start += 1
    const properties = this.#tokens[start]
    if (properties?.name !== 'w:ppr' || start > to) return { look: own, markDeleted }
    for (let at = start; at < properties.match; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      if (token.name === 'w:ppchange' || token.name === 'w:pprchange') break
      if (token.name === 'w:pstyle') style = this.#styles.get(htmlAttributesOf(token.raw)['w:val'] ?? '') ?? {}
      else if (token.name === 'w:rpr') {
        const mark = this.#tokens.slice(at, Math.max(token.match, at))
        markDeleted = mark.some(({ name }) => name === 'w:del' || name === 'w:movefrom')
        at = Math.max(token.match, at)
      } else readDocxFormatting(own, token)
    }
    return { look: { ...style, ...own }, markDeleted }
  }

  #runs(from: number, to: number, begun: Begun, around: DocxFormatting): void {
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
        const link = this.#links.get(htmlAttributesOf(raw)['r:id'] ?? '')
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

  /** Writes a formula in one line: one half is 1/2, not 12. */
  #formula(name: string, from: number, to: number, around: DocxFormatting): string {
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

  #inFormula(from: number, to: number, around: DocxFormatting): string {
    const inside: Begun = { html: '', behind: '' }
    this.#runs(from, to, inside, around)
    return inside.html
  }

  #run(from: number, to: number, begun: Begun, around: DocxFormatting): void {
    const { hidden = false, struck = false } = around
    const look: DocxFormatting = { hidden, struck }
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
      } else if (name === 'w:br' || name === 'w:cr') words += htmlAttributesOf(raw)['w:type'] ? '' : '<br>'
      else if (name === 'w:tab') words += '\u2003'
      else if (name === 'w:sym') words += signOf(htmlAttributesOf(raw))
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

  #readRun(look: DocxFormatting, from: number, to: number): void {
    for (let at = from + 1; at < to; at += 1) {
      const token = this.#tokens[at]
      if (token?.kind !== 'open') continue
      if (token.name === 'w:rprchange') return
      if (token.name === 'w:rstyle') Object.assign(look, this.#styles.get(htmlAttributesOf(token.raw)['w:val'] ?? ''))
      else readDocxFormatting(look, token)
    }
  }

  #textIn(from: number, to: number, font = ''): string {
    const texts = this.#tokens.slice(from, to).filter(({ kind }) => kind === 'text')
    return escapeHtml(decodeSymbolFontText(font, decodeMarkerText(texts.map(({ raw }) => raw).join(''))))
  }

  #picture(raw: string, from: number, to: number): string {
    const given = htmlAttributesOf(raw)
    const link = this.#links.get(given['r:embed'] ?? given['r:id'] ?? '')
    if (!link || link.outside) {
      this.#lost += 1
      return ''
    }
    const path = link.target.startsWith('/') ? link.target.slice(1) : `word/${link.target}`
    const about = this.#tokens.slice(from, to).find(({ name }) => name === 'wp:docpr')
    const alt = about ? (htmlAttributesOf(about.raw).descr ?? '') : ''
    return `<img src="${escapeHtml(path)}" alt="${escapeHtml(decodeMarkerText(alt))}">`
  }

  #noteReference(kind: 'foot' | 'end', raw: string): string {
    const id = htmlAttributesOf(raw)['w:id'] ?? ''
    this.#written.push(`${kind} ${id}`)
    return `<sup>[${this.#written.length}]</sup>`
  }

  #writeNote(at: number): void {
    const [kind = '', id] = (this.#written[at] ?? '').split(' ')
    const outer = this.#tokens
    this.#tokens = this.#notesOf(kind)
    const start = this.#tokens.findIndex(
      ({ kind: what, name, raw }) =>
        what === 'open' && name === `w:${kind}note` && htmlAttributesOf(raw)['w:id'] === id,
    )
    const html = start < 0 ? '' : this.#blocks(start + 1, this.#tokens[start]?.match ?? start)
    this.#tokens = outer
    this.#written[at] =
      `<p><sup>[${at + 1}]</sup> ${html.replace(/<\/p><p[^>]*>/g, '<br>').replace(/<\/?p[^>]*>/g, '')}</p>`
  }

  #notesOf(kind: string): HtmlToken[] {
    const known = this.#notes.get(kind) ?? tokenizeHtml(this.#parts(`word/${kind}notes.xml`) ?? '')
    this.#notes.set(kind, known)
    return known
  }
}

/** Adds brackets around an expression of more than one character. */
const grouped = (html: string) => (/^[\p{L}\p{N}.%]*$/u.test(html.replace(/<[^>]*>/g, '')) ? html : `(${html})`)

/** Converts a character of a symbol font by its code. */
function signOf({ 'w:char': code = '', 'w:font': font = '' }: Record<string, string>): string {
  const point = Number.parseInt(code, 16)
  if (!(point >= 0x20 && point <= 0xffff)) return ''
  return escapeHtml(symbolFontCharacter(font, point) ?? decodeSymbolFontText(font, String.fromCharCode(point)))
}

function headingOf({ name = '', outline }: DocxFormatting): string | null {
  if (name === 'title') return 'h1'
  const level = /^heading (\d)$/.exec(name)?.[1] ?? (outline !== undefined && outline < 9 ? outline + 1 : 0)
  return Number(level) > 0 ? `h${Math.min(Number(level) + 1, 4)}` : null
}

/** Merges runs, because Word splits text of the same format. */
function joined(html: string): string {
  const once = html.replace(/<\/(strong|em|u|s|sup|sub)><\1>/g, '')
  return once === html ? html : joined(once)
}

function marked(words: string, look: DocxFormatting, inHeading: boolean): string {
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

/** Checks whether the row itself is deleted, not text inside it. */
function isDeletedRow(row: readonly HtmlToken[]): boolean {
  const start = row.findIndex(({ name }) => name === 'w:trpr')
  const end = row.findIndex(({ name, kind }) => name === 'w:trpr' && kind === 'close')
  return start >= 0 && row.slice(start, end).some(({ name }) => name === 'w:del')
}
