import { AnchorNames } from './anchors.ts'
import { contentModelOf, headingTags } from './places.ts'
import { attributeOf, unescapeHtml } from './tokens.ts'

const words = {
  script: '脚本',
  handler: '事件代码',
  embedded: '嵌入的页面或程序',
  drawing: '矢量图形（SVG）',
  form: '表单',
  style: '文字样式',
  office: 'Word 格式',
  deleted: '修订中已删除的文字',
  hidden: '隐藏的文字',
  comments: '批注',
  link: '不安全的链接',
  picture: '外部或直接粘贴的图片（请用“上传图片”）',
  media: '外部的音视频（请用“上传视频”）',
  depth: '过深的嵌套',
  tag: '不支持的标签',
  attribute: '不支持的属性',
} as const

/** Each kind of finding is reported only once. */
export class CleaningFindings {
  readonly #found = new Set<CleaningFinding>()

  add(finding: CleaningFinding): void {
    this.#found.add(finding)
  }

  /** Lists the findings in a fixed order, so that equal input gives equal output. */
  inWords(): string[] {
    return Object.entries(words).flatMap(([key, text]) => (this.#found.has(key as CleaningFinding) ? [text] : []))
  }
}

export interface OpenBlock {
  name: string
  at: number
  attributes: string
  /** True if the source had no such block, and the writer opened it because text stood outside a block. */
  implied: boolean
  solid: boolean
  /** True if the last direct child was text instead of a block. */
  loose: boolean
  words: string
}

interface Inline {
  name: string
  attributes: string
}

const kept = new Set(['td', 'th'])

const unseen = new Set(['colgroup', 'col', 'track'])

/** Writes HTML from tags and texts. An inline tag that crosses the edge of a block is closed there and opened again. */
export class HtmlWriter {
  readonly #out: string[] = []
  readonly #lines: string[] = []
  #line = ''
  readonly #anchors = new AnchorNames()
  readonly #stack: OpenBlock[] = []
  readonly #inlines: Inline[] = []
  #written = 0
  #running = false
  #top: OpenBlock = { ...blank, name: 'root' }

  get top(): OpenBlock {
    return this.#top
  }

  has(frame: OpenBlock): boolean {
    return this.#stack.includes(frame)
  }

  inside(name: string): boolean {
    return this.#top.name === name || this.#stack.some((frame) => frame.name === name)
  }

  open(name: string, attributes = '', implied = false): OpenBlock {
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

  /** `text` must be escaped already. */
  text(text: string): void {
    const shown = this.#running || this.#top.name === 'pre' ? text : text.replace(/^[ \t\r\n\f]+/, '')
    if (!shown) return
    const words = unescapeHtml(shown)
    if (/\S/.test(words)) this.#top.solid = true
    if (headingTags.has(this.#top.name)) this.#top.words += words
    this.#line += words
    this.#inline(shown)
  }

  picture(attributes: string): void {
    this.#inline(`<img${attributes}>`)
    this.#top.solid = true
  }

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
    if (!this.#running && this.#top.loose) this.#out.push('<br>')
    this.#top.loose = true
    for (const { name, attributes } of this.#inlines.slice(this.#written)) this.#out.push(`<${name}${attributes}>`)
    this.#written = this.#inlines.length
    this.#out.push(markup)
    this.#running = true
  }

  #edge(): void {
    for (const { name } of this.#inlines.slice(0, this.#written).reverse()) this.#out.push(`</${name}>`)
    this.#written = 0
    this.#running = false
    this.#endLine()
  }

  #endLine(): void {
    const line = this.#line.replace(/\s+/g, ' ').trim()
    if (line) this.#lines.push(line)
    this.#line = ''
  }

  #nameAnchor(frame: OpenBlock): void {
    const { name, attributes, words, at } = frame
    if (contentModelOf(name) !== 'text') return
    const id =
      this.#anchors.keep(attributeOf(attributes, 'id')) ??
      (headingTags.has(name) ? this.#anchors.fromWords(words) : undefined)
    const rest = attributes.replace(/ id="[^"]*"/, '')
    this.#out[at] = `<${name}${id ? ` id="${id}"` : ''}${rest}>`
  }
}

const blank = { at: 0, attributes: '', implied: false, solid: false, loose: false, words: '' }

export type CleaningFinding = keyof typeof words
