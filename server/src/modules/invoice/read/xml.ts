import { decodeText } from '../../../platform/decode-text.ts'

/** An element: its name without prefix, in the order it was written. */
export interface XmlElement {
  name: string
  attributes: string
  /** of itself, not of what is within */
  text: string
  children: XmlElement[]
}

/** no honest file has more */
const mostElements = 100_000
const mostDepth = 60

/** A file that is no XML, was cut off, or declares entities, which are a way to multiply a few bytes into gigabytes. */
export class BadXml extends Error {}

/** Reads a file as XML: in one pass, nothing is fetched, and only the five entities of XML itself and numbered ones are resolved. */
export function parseXml(bytes: Uint8Array): XmlElement {
  const source = decodeXml(bytes)
  const root: XmlElement = { name: '', attributes: '', text: '', children: [] }
  const open = [root]
  let count = 0
  for (let at = 0; at < source.length; ) {
    const start = source.indexOf('<', at)
    const top = open.at(-1) ?? root
    top.text += resolved(source.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    const [opening, closing] = markOf(source, start)
    const end = source.indexOf(closing, start + opening.length)
    if (end < 0) throw new BadXml()
    const inner = source.slice(start + opening.length, end)
    at = end + closing.length
    if (opening === '<![CDATA[') top.text += inner
    else if (opening === '</') close(open, inner.trim())
    else if (opening === '<') {
      count += 1
      if (count > mostElements || open.length > mostDepth) throw new BadXml()
      const element = elementOf(inner)
      top.children.push(element)
      if (!inner.endsWith('/')) open.push(element)
    }
  }
  const [only] = root.children
  if (open.length > 1 || !only) throw new BadXml()
  return only
}

const marks = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['</', '>'],
] as const

function markOf(source: string, start: number): readonly [string, string] {
  const special = marks.find(([opening]) => source.startsWith(opening, start))
  if (special) return special
  if (source.startsWith('<!', start)) throw new BadXml()
  return ['<', '>']
}

function elementOf(inner: string): XmlElement {
  const name = /^[^\s/]+/.exec(inner)?.[0]
  if (!name) throw new BadXml()
  return { name: localName(name), attributes: inner.slice(name.length), text: '', children: [] }
}

function close(open: XmlElement[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== localName(name)) throw new BadXml()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** An attribute's value. */
export function attribute({ attributes }: XmlElement, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    attributes,
  )
  return found ? resolved(found[1] ?? found[2] ?? '') : null
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function resolved(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
}

/** In the encoding that the file names, or has. */
function decodeXml(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text === undefined) throw new BadXml()
  return text.replace(/^\ufeff/, '')
}

/** Every element within, itself first. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* elementsOf(child)
}
