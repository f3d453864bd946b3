import { Anchors } from './anchors.ts'
import { headings, placeIn } from './places.ts'
import { attributeOf, unescaped } from './tokens.ts'

export interface Frame {
  name: string
  /** where its opening tag lies in `out` */
  at: number
  attributes: string
  /** opened by us around what stood loose */
  implied: boolean
  /** holds something a reader sees; what does not goes when it closes */
  solid: boolean
  /** the last thing directly inside was text or alike, no block */
  loose: boolean
  /** of a heading, for its anchor */
  words: string
}

interface Inline {
  name: string
  attributes: string
}

const kept = new Set(['td', 'th'])
const unseen = new Set(['colgroup', 'col', 'track'])

/** Writes well-formed HTML: blocks on a stack, inline tags closed at each block's edge and opened again behind it. */
export class Writer {
  readonly #out: string[] = []
  readonly #lines: string[] = []
  #line = ''
  readonly #anchors = new Anchors()
  readonly #stack: Frame[] = []
  readonly #inlines: Inline[] = []
  #written = 0
  /** the last thing written in this block was text or alike */
  #running = false
  #top: Frame = { ...blank, name: 'root' }

  get top(): Frame {
    return this.#top
  }

  has(frame: Frame): boolean {
    return this.#stack.includes(frame)
  }

  inside(name: string): boolean {
    return this.#top.name === name || this.#stack.some((frame) => frame.name === name)
  }

  open(name: string, attributes = '', implied = false): Frame {
    this.#edge()
    this.#stack.push(this.#top)
    const frame = {
      ...blank,
      name,
      attributes,
      implied,
      at: this.#out.length,
      solid: kept.has(name),
    }
    this.#out.push(`<${name}${attributes}>`)
    this.#top = frame
    return frame
  }

  /** Closes the innermost block; an empty one leaves no trace. */
  close(): void {
    const frame = this.#top
    this.#edge()
    this.#top = this.#stack.pop() ?? { ...blank, name: 'root' }
    if (!frame.solid) {
      this.#out.length = frame.at
      return
    }
    this.#nameAnchor(frame)
    this.#out.push(`</${frame.name}>`)
    if (this.#top.name === 'root') this.#out.push('\n')
    this.#top.loose = false
    if (!unseen.has(frame.name)) this.#top.solid = true
  }

  /** A block without content. */
  leaf(name: string, attributes: string): void {
    this.#edge()
    this.#out.push(`<${name}${attributes}>`)
    if (this.#top.name === 'root') this.#out.push('\n')
    this.#top.loose = false
    if (!unseen.has(name) || this.#top.name === 'colgroup') this.#top.solid = true
  }

  openInline(name: string, attributes: string): void {
    this.#inlines.push({ name, attributes })
  }

  hasInline(name: string): boolean {
    return this.#inlines.some((inline) => inline.name === name)
  }

  closeInline(): void {
    const last = this.#inlines.pop()
    if (!last || this.#written <= this.#inlines.length) return
    this.#out.push(`</${last.name}>`)
    this.#written -= 1
  }

  /** Escaped text. White space at a block's start is none. */
  text(text: string): void {
    const shown =
      this.#running || this.#top.name === 'pre' ? text : text.replace(/^[ \t\r\n\f]+/, '')
    if (!shown) return
    const words = unescaped(shown)
    if (/\S/.test(words)) this.#top.solid = true
    if (headings.has(this.#top.name)) this.#top.words += words
    this.#line += words
    this.#inline(shown)
  }

  picture(attributes: string): void {
    this.#inline(`<img${attributes}>`)
    this.#top.solid = true
  }

  /** A line break; none at a block's start. */
  lineBreak(): void {
    if (!this.#running) return
    this.#endLine()
    this.#inline('<br>')
  }

  end(): { html: string; text: string } {
    while (this.#stack.length > 0) this.close()
    return { html: this.#out.join('').trim(), text: this.#lines.join('\n') }
  }

  #inline(markup: string): void {
    // a block stood between this and the text before, and left no trace: its edge is still a line's end
    if (!this.#running && this.#top.loose) this.#out.push('<br>')
    this.#top.loose = true
    for (const { name, attributes } of this.#inlines.slice(this.#written))
      this.#out.push(`<${name}${attributes}>`)
    this.#written = this.#inlines.length
    this.#out.push(markup)
    this.#running = true
  }

  /** A block begins or ends here. */
  #edge(): void {
    for (const { name } of this.#inlines.slice(0, this.#written).reverse())
      this.#out.push(`</${name}>`)
    this.#written = 0
    this.#running = false
    this.#endLine()
  }

  #endLine(): void {
    const line = this.#line.replace(/\s+/g, ' ').trim()
    if (line) this.#lines.push(line)
    this.#line = ''
  }

  #nameAnchor(frame: Frame): void {
    const { name, attributes, words, at } = frame
    if (placeIn(name) !== 'text') return
    const id =
      this.#anchors.keep(attributeOf(attributes, 'id')) ??
      (headings.has(name) ? this.#anchors.fromWords(words) : undefined)
    const rest = attributes.replace(/ id="[^"]*"/, '')
    this.#out[at] = `<${name}${id ? ` id="${id}"` : ''}${rest}>`
  }
}

const blank = { at: 0, attributes: '', implied: false, solid: false, loose: false, words: '' }
