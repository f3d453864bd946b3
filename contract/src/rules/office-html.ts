import { escapeHtml } from './escape-html.ts'
import { decodeMarkerText, type HtmlToken, htmlAttributesOf, tokenizeHtml } from './html-tokens.ts'
import { isListKind, type ListKind, type ListMark, listKindOfFormat, parseListMark } from './list-marks.ts'
import { NestedListBuilder } from './nest-lists.ts'
import { type OfficeStyles, readOfficeStyles } from './office-styles.ts'
import { decodeSymbolFontText } from './sign-fonts.ts'

/** Content that the author deleted, hid or wrote as a comment. */
export type WithdrawnContent = 'deleted' | 'hidden' | 'comments'

export interface OfficeHtml {
  html: string
  withdrawn: WithdrawnContent[]
}

/** Signs that HTML comes from an office program and needs this conversion. */
const marks =
  /mso-|class\s*=\s*["']?mso|<[ow]:|<!\[|<del\b|<ins\b|text-align|\balign\s*=|<center|line-through|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|\shidden\b|data-src|data-list|data-aria-level|<\/li>\s*<[uo]l\b/i

/**
 * Converts HTML of Word, WPS and WeChat. Nested lists, alignment classes and struck text replace styles; deleted and
 * hidden content is removed. The result is not sanitised.
 */
export function readOfficeHtml(html: string): OfficeHtml {
  return marks.test(html) ? new Reader(tokenizeHtml(html)).read() : { html, withdrawn: [] }
}

const containers = new Set([
  ...['div', 'section', 'article', 'main', 'center', 'blockquote', 'td', 'th', 'figure', 'body'],
])
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** These elements may stand between two paragraphs of the same list. */
const between = new Set(['span', 'a', 'font', 'b', 'i', 'u', 'strong', 'em', 'br', 'ins', 'bdo'])
const unseen = new Set(['style', 'xml', 'script'])

type Attributes = Record<string, string>

class Reader {
  readonly #tokens: readonly HtmlToken[]
  readonly #styles: OfficeStyles
  readonly #isOffice: boolean
  readonly #withdrawn = new Set<WithdrawnContent>()
  readonly #lists = new NestedListBuilder()
  #out: string[] = []
  /** True while the content of a list item is read; tokens inside the item do not end the list. */
  #inItem = false
  readonly #around: { name: string; align: string | null }[] = []
  /** Closing tags that must be written differently from the source, by token index. */
  readonly #closing = new Map<number, string>()
  readonly #skipped = new Map<number, number>()
  /** The list that Word on the web puts around each single item. */
  #shell: HtmlToken | undefined
  readonly #indents: number[] = []
  readonly #marks = new Map<number, string>()

  constructor(tokens: readonly HtmlToken[]) {
    this.#tokens = tokens
    this.#styles = readOfficeStyles(tokens)
    this.#isOffice = tokens.some(({ raw, kind }) => kind !== 'text' && /<o:|\bmso-|class="?mso/i.test(raw))
  }

  read(): OfficeHtml {
    this.#copy(0, this.#tokens.length)
    this.#endLists()
    return { html: this.#out.join(''), withdrawn: [...this.#withdrawn].sort() }
  }

  #copy(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const token = this.#tokens[at]
      const skip = this.#skipped.get(at)
      if (skip !== undefined) at = skip
      else if (token?.kind === 'open') at = this.#open(at, token)
      else if (token?.kind === 'close') this.#close(at, token)
      else if (token?.kind === 'text') {
        if (/\S/.test(token.raw)) this.#endLists()
        this.#out.push(token.raw)
      }
    }
  }

  #inside(from: number, to: number): string {
    const outer = this.#out
    this.#out = []
    this.#inItem = true
    this.#copy(from + 1, to)
    this.#inItem = false
    const html = this.#out.join('')
    this.#out = outer
    return html
  }

  #close(at: number, { name, raw }: HtmlToken): void {
    if (!between.has(name) && !name.includes(':')) this.#endLists()
    if (containers.has(name)) {
      const opened = this.#around.findLastIndex((one) => one.name === name)
      if (opened >= 0) this.#around.length = opened
    }
    // Some programs put an inner list after its item, so it is moved into the item.
    const next = name === 'li' ? this.#tokenAfter(at) : -1
    const list = this.#tokens[next]
    if (list?.kind === 'open' && /^[uo]l$/.test(list.name) && list.match > 0)
      this.#closing.set(list.match, `</${list.name}></li>`)
    else this.#out.push(this.#closing.get(at) ?? raw)
  }

  /** Returns the index of the next token that is not white space. */
  #tokenAfter(at: number): number {
    let next = at + 1
    while (this.#tokens[next]?.kind === 'text' && !/\S/.test(this.#tokens[next]?.raw ?? '')) next += 1
    return next
  }

  /** @returns index of the last token consumed */
  #open(at: number, token: HtmlToken): number {
    const { name, match } = token
    if (unseen.has(name)) return Math.max(match, at)
    const attributes = htmlAttributesOf(token.raw)
    const style = this.#styles.of(name, attributes)
    const why = this.#whyWithdrawn(at, token, attributes, style)
    if (why && (match >= 0 || name === 'img')) {
      this.#withdrawn.add(why)
      return Math.max(match, at)
    }
    if (match >= 0 && this.#isShell(at, token, attributes)) {
      this.#skipped.set(match, match)
      return at
    }
    const isLine = (name === 'p' || name === 'div') && match >= 0 && !this.#inItem
    const isWebItem = name === 'li' && match >= 0 && 'data-aria-level' in attributes
    const place = isWebItem
      ? webPlace(attributes, this.#shell)
      : isLine
        ? (listPlace(attributes, style) ?? this.#placeByIndent(at, token, attributes, style))
        : null
    if (place) return this.#item(at, match, place)
    // A list paragraph without a mark continues the item before.
    if (isLine && this.#lists.isOpen && /^msolistparagraph/i.test(attributes.class ?? '')) {
      const html = this.#inside(at, match)
      if (holdsSomething(html)) this.#out.push(`<p>${html}</p>`)
      return match
    }
    if (!between.has(name) && !name.includes(':')) this.#endLists()
    const signs = match === at + 2 ? this.#signsIn(at + 1, style) : null
    if (signs !== null) {
      this.#out.push(signs)
      return match
    }
    this.#out.push(this.#tagOf(token, attributes, style))
    return at
  }

  /** Returns the real characters of a text in a symbol font, or null for ordinary text. */
  #signsIn(at: number, style: string): string | null {
    const font = /mso-symbol-font-family\s*:\s*"?'?([\w ]+)/.exec(style)?.[1]
    if (!font || !/mso-char-type\s*:\s*symbol/.test(style)) return null
    const text = decodeMarkerText(this.#textAt(at))
    const signs = decodeSymbolFontText(font, text)
    return signs === text ? null : escapeHtml(signs)
  }

  #tagOf({ name, match, raw }: HtmlToken, attributes: Attributes, style: string): string {
    const replace = (opening: string, closing: string) => {
      if (match >= 0) this.#closing.set(match, closing)
      return opening
    }
    // Links to places in the source document do not work here.
    if (name === 'a' && /^#_(ftn|edn|msocom|toc)/i.test(attributes.href ?? '')) return replace('', '')
    if (name === 'ins' && this.#isTracked(attributes)) return replace('', '')
    if (name === 'span' && /line-through/.test(style)) return replace('<s>', '</s>')
    // Lazy images have their address in data-src instead of src.
    if (name === 'img' && attributes['data-src']) {
      const [src, alt] = [attributes['data-src'], attributes.alt ?? ''].map((value) => value.replace(/["<>]/g, ''))
      return `<img src="${src}" alt="${alt}">`
    }
    const isContainer = containers.has(name)
    if (!isContainer && !paragraphs.has(name)) return raw
    const own = name === 'center' ? 'center' : alignmentOf(attributes, style)
    const isCell = name === 'td' || name === 'th'
    const align = own ?? (isCell ? null : (this.#around.at(-1)?.align ?? null))
    if (isContainer) this.#around.push({ name, align })
    if (align !== 'center' && align !== 'right') return raw
    /**
     * Browsers use only the first of two class attributes, so the alignment class is written before the class of the
     * source.
     */
    return raw.replace(/^<[^\s/>]+/, `$& class="align-${align}"`)
  }

  #whyWithdrawn(
    at: number,
    { name, match }: HtmlToken,
    attributes: Attributes,
    style: string,
  ): WithdrawnContent | null {
    const { class: names = '', id = '' } = attributes
    if (name === 'del' && this.#isTracked(attributes)) return 'deleted'
    if (/\bmso(del|movefrom)\b/i.test(names)) return 'deleted'
    if (/mso-element:\s*comment/.test(style)) return 'comments'
    if (/\bmsocom(anchor|txt|off)\b|\bmsocommentreference\b/i.test(names)) return 'comments'
    // WeChat hides its articles until a script runs.
    if (id === 'js_content' || /\brich_media_content\b/.test(names)) return null
    const isHidden =
      'hidden' in attributes ||
      /(^|;)\s*(display\s*:\s*none|mso-hide\s*:\s*all)/.test(style) ||
      (/(^|;)\s*visibility\s*:\s*hidden/.test(style) && !containers.has(name)) ||
      /**
       * Font size 0 hides an element only when its content is a single text. In other elements it only removes the gaps
       * between inner elements.
       */
      (/(^|;)\s*font-size\s*:\s*0(px|pt|em)?\s*(;|$)/.test(style) && match === at + 2)
    return isHidden ? 'hidden' : null
  }

  /** Tracked deletions have author and date; plain <del> is struck text, as in Markdown. */
  #isTracked(attributes: Attributes): boolean {
    return this.#isOffice || 'cite' in attributes || 'datetime' in attributes
  }

  #item(at: number, match: number, place: ListPlace): number {
    const marker = this.#takeMarker(at, match)
    const html = this.#inside(at, match)
    if (!holdsSomething(html)) return match
    const mark = place.mark ?? this.#markOf(place, marker)
    if (mark === 'text') {
      this.#endLists()
      this.#out.push(`<p>${marker} ${html.trimStart()}</p>`)
    } else this.#out.push(this.#lists.item(place.list, place.level, mark), html.trimStart())
    return match
  }

  #markOf({ list, level }: ListPlace, marker: string): ListMark | 'text' {
    const said = this.#styles.level(list, level)
    const kind = said && listKindOfFormat(said.format, said.pattern)
    if (!marker.trim()) return { kind: kind ?? 'bullet', number: null }
    const mark = parseListMark(marker, this.#lists.kindAt(level) ?? likeLetters(kind))
    return mark !== 'text' && kind === 'bullet' ? { kind, number: null } : mark
  }

  /** True for the list that Word on the web puts around one item; the item has its own level. */
  #isShell(at: number, token: HtmlToken, { class: names = '' }: Attributes): boolean {
    const { name } = token
    if (name === 'div') return /\bListContainerWrapper\b/.test(names)
    if (name !== 'ul' && name !== 'ol') return false
    const first = this.#tokens[this.#tokenAfter(at)]
    const isShell = first?.name === 'li' && 'data-aria-level' in htmlAttributesOf(first.raw)
    if (isShell) this.#shell = token
    return isShell
  }

  #placeByIndent(at: number, { match }: HtmlToken, { class: names = '' }: Attributes, style: string): ListPlace | null {
    if (!/^msolist/i.test(names) || !/text-indent\s*:\s*-/.test(style)) return null
    let index = at + 1
    while (index < match && !/\S/.test(this.#textAt(index))) index += 1
    const mark = decodeMarkerText(this.#textAt(index)).trim()
    const gap = this.#tokens[index + 1]
    if (mark.length > 12 || gap?.kind !== 'open' || !/font\s*:\s*7(\.0)?pt/i.test(gap.raw)) return null
    this.#marks.set(at, mark)
    this.#skipped.set(index, gap.match)
    const indent = Number(/margin-left\s*:\s*([\d.]+)/.exec(style)?.[1] ?? 0)
    if (!this.#lists.isOpen) this.#indents.length = 0
    while ((this.#indents.at(-1) ?? 0) > indent) this.#indents.pop()
    if (this.#indents.at(-1) !== indent) this.#indents.push(indent)
    return { list: 'indented', level: this.#indents.length }
  }

  #textAt(index: number): string {
    const token = this.#tokens[index]
    return token?.kind === 'text' ? token.raw : ''
  }

  /** Removes the bullet or number that Word wrote as text. */
  #takeMarker(at: number, match: number): string {
    const known = this.#marks.get(at)
    if (known !== undefined) return known
    for (let index = at + 1; index < match; index += 1) {
      const token = this.#tokens[index]
      if (token?.kind === 'text' && /\S/.test(decodeMarkerText(token.raw))) return ''
      if (token?.kind !== 'open' || token.match < 0) continue
      if (!/mso-list\s*:\s*ignore/i.test(token.raw)) continue
      this.#skipped.set(index, token.match)
      const texts = this.#tokens.slice(index, token.match).filter(({ kind }) => kind === 'text')
      return decodeMarkerText(texts.map(({ raw }) => raw).join('')).trim()
    }
    return ''
  }

  #endLists(): void {
    if (!this.#inItem && this.#lists.isOpen) this.#out.push(this.#lists.end())
  }
}

interface ListPlace {
  list: string
  level: number
  /** The list mark, known from the source document although its text is missing. */
  mark?: ListMark
}

function listPlace(attributes: Attributes, style: string): ListPlace | null {
  const [, made, depth, kind = '', number] =
    /^(\w+) (\d) ([a-z-]+) (\d{1,5})$/.exec(attributes['data-list'] ?? '') ?? []
  if (made && isListKind(kind)) return { list: made, level: Number(depth), mark: { kind, number: Number(number) } }
  const [, list, level] = /mso-list\s*:\s*(l\d+)\s+level(\d)/.exec(style) ?? []
  return list ? { list, level: Number(level) } : null
}

function webPlace(attributes: Attributes, shell: HtmlToken | undefined): ListPlace {
  const { style = '', start } = htmlAttributesOf(shell?.raw ?? '')
  const format = /list-style-type\s*:\s*([\w-]+)/i.exec(style)?.[1] ?? 'decimal'
  const kind = shell?.name === 'ol' ? listKindOfFormat(format, attributes['data-leveltext']) : 'bullet'
  const number = Number(attributes['data-aria-posinset'] ?? start) || null
  return {
    list: attributes['data-listid'] ?? '',
    level: Number(attributes['data-aria-level']) || 1,
    mark: { kind, number: kind === 'bullet' ? null : number },
  }
}

/**
 * A single letter such as "i." may also be a Roman number; it is read as a letter when the list format in the source
 * has letters.
 */
const likeLetters = (kind: ListKind | undefined) => (kind?.endsWith('alpha') ? kind : undefined)

function alignmentOf(attributes: Attributes, style: string): string | null {
  const own = /\balign-(center|right)\b/.exec(attributes.class ?? '')?.[1]
  const styled = /(?:^|;)\s*text-align\s*:\s*(center|right|end|left|start|justify)/.exec(style)?.[1]
  const old = /^\s*(center|right|left|justify)\s*$/i.exec(attributes.align ?? '')?.[1]
  const found = own ?? styled ?? old?.toLowerCase() ?? null
  return found === 'end' ? 'right' : found
}

const holdsSomething = (html: string) =>
  /<(img|video|table)\b/i.test(html) || /[^\s\u00a0]/.test(decodeMarkerText(html.replace(/<[^>]*>/g, '')))
