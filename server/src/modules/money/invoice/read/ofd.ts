import { posix } from 'node:path'
import { type Entry, fromBufferPromise } from 'yauzl'
import type { TextRun } from './page-text.ts'
import { allElementsOf, InvalidXmlError, parseXml, type XmlElement, xmlAttributeOf } from './tax-xml.ts'

/** The parts of an OFD (GB/T 33190-2016) that may hold invoice fields. */
export interface OfdContent {
  pages: TextRun[][]
  attachments: Uint8Array[]
  /** Field names with the text that they refer to on the page. */
  tags: [string, string][]
}

/** The OFD file is damaged or encrypted. */
export class InvalidOfdError extends Error {
  readonly isLocked: boolean
  constructor(isLocked: boolean) {
    super()
    this.isLocked = isLocked
  }
}

const mostEntries = 2000
const mostPages = 20
/** All XML unpacked, in bytes; an invoice has about 100 KB. */
const mostUnpacked = 32 * 1024 * 1024

type Files = ReadonlyMap<string, Buffer>

/** @throws InvalidOfdError */
export async function readOfd(bytes: Uint8Array): Promise<OfdContent> {
  try {
    return contentOf(await unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
  } catch (error) {
    throw error instanceof InvalidOfdError ? error : new InvalidOfdError(false)
  }
}

async function unpacked(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const files = new Map<string, Buffer>()
  let [left, count] = [mostUnpacked, 0]
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > mostEntries) throw new InvalidOfdError(false)
    if (isLocking(entry)) throw new InvalidOfdError(true)
    if (!/\.(?:xml|xbrl)$/i.test(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new InvalidOfdError(false)
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  return files
}

/** True for encrypted ZIP entries, or for the list of encrypted parts in an OFD. */
const isLocking = ({ generalPurposeBitFlag, fileName }: Entry) =>
  (generalPurposeBitFlag & 1) === 1 || /(?:^|\/)(?:Encryptions|Decryptseed)\.(?:xml|dat)$/i.test(fileName)

function contentOf(files: Files): OfdContent {
  const start = [...allElementsOf(read(files, 'OFD.xml'))]
  const roots = start.filter(({ name }) => name === 'DocRoot').map(({ text }) => text)
  const found: OfdContent = { pages: [], attachments: [], tags: [] }
  for (const [path, file] of files)
    if (/attach/i.test(path) && !/attachments\.xml$/i.test(path)) found.attachments.push(file)
  for (const root of roots.slice(0, mostPages)) readDocument(files, located('', root), found)
  if (found.pages.length === 0 && found.attachments.length === 0) throw new InvalidOfdError(false)
  return found
}

function read(files: Files, path: string): XmlElement {
  const file = files.get(path)
  if (!file) throw new InvalidXmlError()
  return parseXml(file)
}

const located = (folder: string, path: string) => {
  const trimmed = path.trim()
  return posix.normalize(trimmed.startsWith('/') ? trimmed.slice(1) : posix.join(folder, trimmed))
}

function readDocument(files: Files, path: string, found: OfdContent): void {
  if (!files.has(path)) return
  const all = [...allElementsOf(read(files, path))]
  const folder = posix.dirname(path)
  const parts = (name: string) =>
    all
      .filter((one) => one.name === name)
      .flatMap((one) => {
        const place = xmlAttributeOf(one, 'BaseLoc')
        return place ? [{ id: xmlAttributeOf(one, 'ID') ?? '', path: located(folder, place) }] : []
      })
  const templates = new Map(parts('TemplatePage').map((one) => [one.id, one.path]))
  const texts = new Map<string, string>()
  for (const page of parts('Page').slice(0, mostPages)) {
    const content = [...allElementsOf(read(files, page.path))]
    const below = content
      .filter(({ name }) => name === 'Template')
      .flatMap((one) => {
        const template = templates.get(xmlAttributeOf(one, 'TemplateID') ?? '')
        return template ? [...allElementsOf(read(files, template))] : []
      })
    const written = [...below, ...content].filter(({ name }) => name === 'TextObject')
    found.pages.push(written.flatMap(piecesOf))
    for (const one of written) texts.set(xmlAttributeOf(one, 'ID') ?? '', textOf(one))
  }
  for (const [name, file] of files)
    if (name.startsWith(`${folder}/Tags/`) && !name.endsWith('/CustomTags.xml'))
      found.tags.push(...tagsOf(parseXml(file), texts))
}

const codesOf = ({ children }: XmlElement) => children.filter(({ name }) => name === 'TextCode')
const textOf = (object: XmlElement) =>
  codesOf(object)
    .map(({ text }) => text)
    .join('')
const numbersOf = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean).map(Number).filter(Number.isFinite)

/** Returns the text runs with positions in millimetres from the top left of the page. */
function piecesOf(object: XmlElement): TextRun[] {
  const [left = 0, top = 0] = numbersOf(xmlAttributeOf(object, 'Boundary'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(xmlAttributeOf(object, 'CTM'))
  const own = Number(xmlAttributeOf(object, 'Size') ?? 0) || 3.2
  // Rotated characters belong to a seal and are ignored.
  if (Math.abs(b) > 0.05 * Math.abs(a)) return []
  return codesOf(object).map((code) => {
    const [x, y] = [Number(xmlAttributeOf(code, 'X') ?? 0), Number(xmlAttributeOf(code, 'Y') ?? 0)]
    const size = own * Math.abs(d)
    const steps = stepsOf(xmlAttributeOf(code, 'DeltaX')) * Math.abs(a)
    const width = steps > 0 ? steps + size : size * code.text.length
    return { text: code.text, x: left + a * x + c * y + e, y: top + b * x + d * y + f, size, width }
  })
}

/** Returns the sum of the distances between characters, where `g 3 4.2` stands for three distances of 4.2. */
function stepsOf(delta: string | null): number {
  const words = (delta ?? '').trim().split(/\s+/)
  let sum = 0
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] !== 'g') sum += Number(words[at]) || 0
    else {
      sum += Math.min(1000, Number(words[at + 1]) || 0) * (Number(words[at + 2]) || 0)
      at += 2
    }
  }
  return sum
}

function tagsOf(root: XmlElement, texts: ReadonlyMap<string, string>): [string, string][] {
  return [...allElementsOf(root)].flatMap(({ name, children }): [string, string][] => {
    const refs = children.filter((child) => child.name === 'ObjectRef')
    const text = refs.map((ref) => texts.get(ref.text.trim()) ?? '').join('')
    return text ? [[name, text]] : []
  })
}
