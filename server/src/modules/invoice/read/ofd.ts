import { posix } from 'node:path'
import { type Entry, fromBufferPromise } from 'yauzl'
import type { Piece } from './page-text.ts'
import { attribute, BadXml, elementsOf, parseXml, type XmlElement } from './xml.ts'

/** What an OFD (GB/T 33190-2016) holds that may be said of an invoice. */
export interface OfdContent {
  pages: Piece[][]
  attachments: Uint8Array[]
  /** fields that point at what is written on the pages */
  tags: [string, string][]
}

/** An OFD that is no whole one, or that is encrypted. */
export class BadOfd extends Error {
  readonly isLocked: boolean
  constructor(isLocked: boolean) {
    super()
    this.isLocked = isLocked
  }
}

const mostEntries = 2000
const mostPages = 20
/** bytes of all its XML, unpacked; an invoice has some 100 KB */
const mostUnpacked = 32 * 1024 * 1024

type Files = ReadonlyMap<string, Buffer>

/** @throws BadOfd */
export async function readOfd(bytes: Uint8Array): Promise<OfdContent> {
  try {
    return contentOf(await unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
  } catch (error) {
    throw error instanceof BadOfd ? error : new BadOfd(false)
  }
}

async function unpacked(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const files = new Map<string, Buffer>()
  let [left, count] = [mostUnpacked, 0]
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > mostEntries) throw new BadOfd(false)
    if (isLocking(entry)) throw new BadOfd(true)
    if (!/\.(?:xml|xbrl)$/i.test(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new BadOfd(false)
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    files.set(entry.fileName, Buffer.concat(pieces))
  }
  return files
}

/** A locked ZIP, or a locked OFD, which lists what is encrypted in it. */
const isLocking = ({ generalPurposeBitFlag, fileName }: Entry) =>
  (generalPurposeBitFlag & 1) === 1 ||
  /(?:^|\/)(?:Encryptions|Decryptseed)\.(?:xml|dat)$/i.test(fileName)

function contentOf(files: Files): OfdContent {
  const start = [...elementsOf(read(files, 'OFD.xml'))]
  const roots = start.filter(({ name }) => name === 'DocRoot').map(({ text }) => text)
  const found: OfdContent = { pages: [], attachments: [], tags: [] }
  for (const [path, file] of files)
    if (/attach/i.test(path) && !/attachments\.xml$/i.test(path)) found.attachments.push(file)
  for (const root of roots.slice(0, mostPages)) readDocument(files, located('', root), found)
  // data alone says all; without any of it, what is missing is missing
  if (found.pages.length === 0 && found.attachments.length === 0) throw new BadOfd(false)
  return found
}

function read(files: Files, path: string): XmlElement {
  const file = files.get(path)
  if (!file) throw new BadXml()
  return parseXml(file)
}

const located = (folder: string, path: string) => {
  const trimmed = path.trim()
  return posix.normalize(trimmed.startsWith('/') ? trimmed.slice(1) : posix.join(folder, trimmed))
}

function readDocument(files: Files, path: string, found: OfdContent): void {
  if (!files.has(path)) return
  const all = [...elementsOf(read(files, path))]
  const folder = posix.dirname(path)
  const parts = (name: string) =>
    all
      .filter((one) => one.name === name)
      .flatMap((one) => {
        const place = attribute(one, 'BaseLoc')
        return place ? [{ id: attribute(one, 'ID') ?? '', path: located(folder, place) }] : []
      })
  const templates = new Map(parts('TemplatePage').map((one) => [one.id, one.path]))
  const texts = new Map<string, string>()
  for (const page of parts('Page').slice(0, mostPages)) {
    const content = [...elementsOf(read(files, page.path))]
    const below = content
      .filter(({ name }) => name === 'Template')
      .flatMap((one) => {
        const template = templates.get(attribute(one, 'TemplateID') ?? '')
        return template ? [...elementsOf(read(files, template))] : []
      })
    const written = [...below, ...content].filter(({ name }) => name === 'TextObject')
    found.pages.push(written.flatMap(piecesOf))
    for (const one of written) texts.set(attribute(one, 'ID') ?? '', textOf(one))
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
const numbersOf = (text: string | null) =>
  (text ?? '').split(/\s+/).filter(Boolean).map(Number).filter(Number.isFinite)

/** Millimetres from the page's top left; a piece each, however its letters are spread. */
function piecesOf(object: XmlElement): Piece[] {
  const [left = 0, top = 0] = numbersOf(attribute(object, 'Boundary'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(attribute(object, 'CTM'))
  const own = Number(attribute(object, 'Size') ?? 0) || 3.2
  // turned letters are a seal
  if (Math.abs(b) > 0.05 * Math.abs(a)) return []
  return codesOf(object).map((code) => {
    const [x, y] = [Number(attribute(code, 'X') ?? 0), Number(attribute(code, 'Y') ?? 0)]
    const size = own * Math.abs(d)
    const steps = stepsOf(attribute(code, 'DeltaX')) * Math.abs(a)
    const width = steps > 0 ? steps + size : size * code.text.length
    return { text: code.text, x: left + a * x + c * y + e, y: top + b * x + d * y + f, size, width }
  })
}

/** How far the letters go: each step, or `g 3 4.2` for three of them. */
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

/** Fields by name, whose content is said by the objects of the page that they refer to. */
function tagsOf(root: XmlElement, texts: ReadonlyMap<string, string>): [string, string][] {
  return [...elementsOf(root)].flatMap(({ name, children }): [string, string][] => {
    const refs = children.filter((child) => child.name === 'ObjectRef')
    const text = refs.map((ref) => texts.get(ref.text.trim()) ?? '').join('')
    return text ? [[name, text]] : []
  })
}
