/** `match` is the index of the matching opening or closing tag, or -1 when there is none. */
export interface HtmlToken {
  kind: 'open' | 'close' | 'text' | 'comment'
  raw: string
  name: string
  match: number
}

const voids = new Set('area,base,br,col,embed,hr,img,input,link,meta,source,track,wbr'.split(','))

/**
 * Splits HTML into tokens in linear time. It repairs nothing: the tokens joined give the input again. Comments are
 * tokens, and the content of style or script is one text token.
 */
export function tokenizeHtml(html: string): HtmlToken[] {
  const found: HtmlToken[] = []
  const opened = new Map<string, number[]>()
  const add = (kind: HtmlToken['kind'], raw: string, name = '') => found.push({ kind, raw, name, match: -1 })
  let small: string | undefined
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start !== at) add('text', html.slice(at, start < 0 ? html.length : start))
    if (start < 0) break
    const end = endOf(html, start)
    const raw = html.slice(start, end)
    at = end
    const [, slash = '', written = ''] = /^<(\/?)([a-z][a-z0-9:_-]*)/i.exec(raw) ?? []
    const name = written.toLowerCase()
    if (raw.startsWith('<!') || raw.startsWith('<?')) add('comment', raw)
    else if (!name) add('text', raw)
    else if (slash) closeTag(found, opened, add('close', raw, name) - 1, name)
    else {
      const index = add('open', raw, name) - 1
      if (voids.has(name) || (raw.endsWith('/>') && name.includes(':'))) continue
      const open = opened.get(name)
      if (open) open.push(index)
      else opened.set(name, [index])
      if (name !== 'style' && name !== 'script') continue
      small ??= html.toLowerCase()
      const stop = small.indexOf(`</${name}`, at)
      const inside = html.slice(at, stop < 0 ? html.length : stop)
      if (inside) add('text', inside)
      at += inside.length
    }
  }
  return found
}

function closeTag(found: HtmlToken[], opened: Map<string, number[]>, close: number, name: string): void {
  const open = opened.get(name)?.pop()
  const [one, other] = [found[open ?? -1], found[close]]
  if (open === undefined || !one || !other) return
  one.match = close
  other.match = open
}

/**
 * Returns the offset after the `>` that ends the tag, or the length of the text when there is none. A `>` inside quotes
 * does not end the tag.
 */
function endOf(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 4)
  if (!/[a-z/!?]/i.test(html[start + 1] ?? '')) return start + 1
  let quote = ''
  for (let at = start + 1; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '>') return at + 1
    // A quote opens a value only after an equals sign.
    else if ((sign === '"' || sign === "'") && /=\s*$/.test(html.slice(Math.max(start, at - 8), at))) quote = sign
  }
  return html.length
}

function after(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from)
  return at < 0 ? html.length : at + end.length
}

/**
 * Reads the attributes of a tag. Values are decoded only as far as styles and addresses need it; of two attributes with
 * the same name, the first one is used.
 */
export function htmlAttributesOf(raw: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  const inside = raw.replace(/^<[^\s/>]+/, '').replace(/\/?>$/, '')
  for (const [, name = '', value = ''] of inside.matchAll(/([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/g)) {
    const bare = /^["']/.test(value) ? value.slice(1, -1) : value
    found[name.toLowerCase()] ??= bare.replace(/&quot;|&#34;/g, '"').replace(/&amp;/g, '&')
  }
  return found
}

const named: Readonly<Record<string, string>> = {
  ...{ nbsp: '\u00a0', middot: '·', bull: '•', sect: '§', uuml: 'ü', Oslash: 'Ø' },
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ensp: ' ',
    emsp: ' ',
    ndash: '–',
    mdash: '—',
  },
}

export function decodeMarkerText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
