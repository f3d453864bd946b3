import { getDocument } from 'unpdf/pdfjs'
import type { TextRun } from './page-text.ts'

/**
 * Character tables for PDFs that name a Chinese font without embedding it (UniGB-UCS2-H, GBK-EUC-H). Each code maps to
 * Unicode, because no glyph is drawn.
 */
class GbCodeTables {
  /** Called by the PDF reader with the name of a table. */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const table = kind === 'cMapUrl' ? tableOf(filename.replace(/-V$/, '-H')) : null
    if (table === null) throw new Error('no such table')
    return Buffer.from(table)
  }
}

/**
 * Numbers of the first ASCII character in the font collection, proportional and half width. PDFs give character widths
 * by these numbers.
 */
const [proportional, half] = [1, 814]

const ascii = '<20> <7e>'

const unicode = '<0000> <ffff>\n'

const hex = (code: number, digits = 4) => code.toString(16).padStart(digits, '0')

/** The parts of a PDF that may hold invoice fields. */
export interface PdfContent {
  pages: TextRun[][]
  /** Embedded files, for example bookkeeping data as XML. */
  attachments: Uint8Array[]
  /** The tax bureau writes invoice fields into the document properties. */
  properties: [string, string][]
}

/** An invoice has one page, or a few with a list of goods. */
const mostPages = 20

const mostAttachments = 10

const mostAttachmentBytes = 4 * 1024 * 1024

/** The PDF file is damaged or locked with a password. */
export class InvalidPdfError extends Error {
  readonly isLocked: boolean
  constructor(isLocked: boolean) {
    super()
    this.isLocked = isLocked
  }
}

/** @throws InvalidPdfError */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  if (isCutOff(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) throw new InvalidPdfError(false)
  const task = getDocument(quietly({ data: Uint8Array.from(bytes) }))
  try {
    const document = await task.promise
    const pages: TextRun[][] = []
    for (let page = 1; page <= Math.min(document.numPages, mostPages); page += 1)
      pages.push(await piecesOf(await document.getPage(page)))
    const { info } = await document.getMetadata()
    const attachments = await attachmentsOf(document)
    return { pages, attachments, properties: propertiesOf(info) }
  } catch (error) {
    throw new InvalidPdfError(error instanceof Error && error.name === 'PasswordException')
  } finally {
    await task.destroy()
  }
}

type Opened = Awaited<ReturnType<typeof getDocument>['promise']>

type Page = Awaited<ReturnType<Opened['getPage']>>

type TextItem = Extract<Awaited<ReturnType<Page['getTextContent']>>['items'][number], { str: string }>

/** Only a limited number of small embedded files is read. */
async function attachmentsOf(document: Opened): Promise<Uint8Array[]> {
  const names = [...((await document.getAttachments()) ?? new Map()).keys()]
  const found: Uint8Array[] = []
  for (const name of names.slice(0, mostAttachments)) {
    const content: Uint8Array | null = await document.getAttachmentContent(name)
    if (content && content.length <= mostAttachmentBytes) found.push(content)
  }
  return found
}

/** The reader uses no network, rendering, scripts or console output. */
function quietly(given: { data: Uint8Array }) {
  return {
    ...given,
    verbosity: 0,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    cMapUrl: 'tables/',
    cMapPacked: false,
    BinaryDataFactory: GbCodeTables,
  }
}

/** Rotates pages that were scanned or printed sideways. */
async function piecesOf(page: Page): Promise<TextRun[]> {
  const { items } = await page.getTextContent()
  const written = items.filter((item): item is TextItem => 'str' in item)
  const turned = [0, 90, 180, 270].map((more) => {
    const { transform } = page.getViewport({ scale: 1, rotation: (page.rotate + more) % 360 })
    return written.flatMap((item) => pieceOf(item, transform))
  })
  return turned.reduce((best, one) => (one.length > best.length ? one : best))
}

/** Skewed characters belong to a seal or a background mark. */
function pieceOf({ str: text, transform: own, width }: TextItem, page: number[]): TextRun[] {
  const [a, b, c, d, e, f] = product(page, own)
  const size = Math.hypot(c, d)
  const isLevel = Math.abs(b) <= 0.05 * Math.abs(a) && a > 0 && size > 0
  return isLevel ? [{ text, x: e, y: f, size, width }] : []
}

type Matrix = readonly [number, number, number, number, number, number]

function product(left: readonly number[], right: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function propertiesOf(info: object): [string, string][] {
  const own = 'Custom' in info && info.Custom instanceof Object ? Object.entries(info.Custom) : []
  return own.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
}

/** A changed PDF has several end marks; the last one must lead to a cross-reference list (ISO 32000-1 §7.5.5). */
function isCutOff(file: Buffer): boolean {
  const tail = file.subarray(Math.max(0, file.length - 4096)).toString('latin1')
  const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*(?:[^\n]{0,200}\s*)?$/.exec(tail)
  const head = file.subarray(0, 2048).toString('latin1')
  const whole = /\/Linearized\b[^>]{0,200}?\/L\s+(\d{1,10})/.exec(head)
  if (whole && Number(whole[1]) > file.length) return true
  if (!end) return !tail.includes('%%EOF')
  // Offsets count from %PDF-, which may follow other bytes.
  const at = Number(end[1]) + Math.max(0, head.indexOf('%PDF-'))
  const place = file.subarray(Math.max(0, at - 32), at + 64).toString('latin1')
  return !/xref|\d\s+obj/.test(place)
}

function tableOf(name: string): string | null {
  if (name === 'Adobe-GB1-UCS2') {
    const ends = [proportional, half].map((at) => `<${hex(at, 4)}> <${hex(at + 94, 4)}> <0020>\n`)
    return withRanges('bf', unicode, `<0000> <ffff> <0000>\n${ends.join('')}`, 3)
  }
  if (/^UniGB-(?:UCS2|UTF16)-H$/.test(name))
    return withRanges('cid', unicode, `<0000> <ffff> 0\n<0020> <007e> ${proportional}\n`, 2)
  if (/^(?:GBKp?-EUC|GBK2K|GBpc-EUC|GB-EUC)-H$/.test(name)) {
    const at = /^GB(?:Kp|pc)/.test(name) ? proportional : half
    const rows = gbRows(0)
    return withRanges('cid', '<00> <80>\n<8140> <fefe>\n', `${ascii} ${at}\n${rows.join('')}`, rows.length + 1)
  }
  if (name !== 'GB-H') return null
  const rows = gbRows(0x8080)
  return withRanges('cid', '<2121> <7e7e>\n', rows.join(''), rows.length)
}

function withRanges(kind: 'bf' | 'cid', codes: string, ranges: string, count: number): string {
  const spaces = codes.trim().split('\n').length
  return `${spaces} begincodespacerange\n${codes}endcodespacerange\n${count} begin${kind}range\n${ranges}end${kind}range\nendcmap\n`
}

/** Characters of GBK by their code minus `shift`. */
function gbRows(shift: number): string[] {
  const decoder = new TextDecoder('gbk')
  const rows: string[] = []
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const point = decoder.decode(Uint8Array.of(high, low)).codePointAt(0) ?? 0xfffd
      const isOutside = shift > 0 && (low <= 0xa0 || high <= 0xa0)
      if (low === 0x7f || point === 0xfffd || point > 0xffff || isOutside) continue
      const code = hex(((high << 8) | low) - shift)
      rows.push(`<${code}> <${code}> ${point}\n`)
    }
  return rows
}
