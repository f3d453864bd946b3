import { Parser } from 'saxen'

/** Element names are passed without their namespace prefix, because programs use different prefixes. */
export interface XmlReader {
  open(name: string, attributes: XmlAttributes, isEmpty: boolean): void
  text?(text: string): void
  close?(name: string): void
}

/** Finds the value of an attribute by its name without prefix, whether or not the file writes a prefix. */
export type XmlAttributes = (name: string) => string | undefined

const mostOfOne = 4_000_000

/**
 * Ignores namespaces, because they differ in the strict form of the standard.
 * @throws Error for invalid XML, and for declarations such as DOCTYPE, because they can be used to attack a parser.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  let waiting = 0
  const parser = parserOf(reader, () => {
    waiting = 0
  })
  let decode: ((piece: Uint8Array) => string) | undefined
  for await (const piece of pieces) {
    decode ??= decoderOf(piece)
    const text = decode(piece)
    waiting += text.length
    if (waiting > mostOfOne) throw new Error('an element without end')
    parser.write(text)
  }
  parser.end()
}

/** @param onEvent called for every start and end of an element */
function parserOf(reader: XmlReader, onEvent: () => void): Parser {
  const parser = new Parser()
  parser.on('openTag', (name, attributes, _, isEmpty) => {
    onEvent()
    let all: Record<string, string> | undefined
    const attribute = (wanted: string) => {
      all ??= localNames(attributes() || {})
      const value = all[wanted]
      return value === undefined ? undefined : decodeEntities(value)
    }
    reader.open(localName(name), attribute, isEmpty)
  })
  if (reader.text) {
    parser.on('text', (said) => reader.text?.(decodeEntities(said)))
    parser.on('cdata', (said) => reader.text?.(said))
  }
  parser.on('closeTag', (name) => {
    onEvent()
    reader.close?.(localName(name))
  })
  parser.on('attention', () => {
    throw new Error('a declaration')
  })
  return parser
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function localNames(attributes: Record<string, string>): Record<string, string> {
  for (const name of Object.keys(attributes))
    if (name.includes(':') && !name.startsWith('xmlns')) attributes[localName(name)] ??= attributes[name] ?? ''
  return attributes
}

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
}

/** The parser's own decoder breaks characters beyond U+FFFF. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code)
  })
}

function decoderOf(first: Uint8Array): (piece: Uint8Array) => string {
  const decoder = new TextDecoder(encodingOf(first))
  return (piece) => decoder.decode(piece, { stream: true })
}

function encodingOf(first: Uint8Array): string {
  const head = Buffer.from(first.subarray(0, 200)).toString('latin1')
  if (head.startsWith('\xff\xfe')) return 'utf-16le'
  if (head.startsWith('\xfe\xff')) return 'utf-16be'
  const said = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding=["']([\w-]+)["']/.exec(head)?.[1]
  return said !== undefined && /^(gbk|gb2312|gb18030)$/i.test(said) ? 'gb18030' : 'utf-8'
}
