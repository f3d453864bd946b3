import { getDocument } from 'unpdf/pdfjs'
import { GbCodeTables } from './gb-cmaps.ts'
import type { Piece } from './page-text.ts'

/** What a PDF holds that may be said of an invoice. */
export interface PdfContent {
  pages: Piece[][]
  /** files within it: book-keeping data as XML */
  attachments: Uint8Array[]
  /** its list of properties: the tax bureau writes fields of the invoice there */
  properties: [string, string][]
}

/** an invoice has one page, or some with a list of what was sold */
const mostPages = 20
const mostAttachments = 10
const mostAttachmentBytes = 4 * 1024 * 1024

/** A PDF that is no whole one, or that nobody opens without a password. */
export class BadPdf extends Error {
  readonly isLocked: boolean
  constructor(isLocked: boolean) {
    super()
    this.isLocked = isLocked
  }
}

/** Reads a PDF; one that only forbids changes opens without a password. @throws BadPdf */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  if (isCutOff(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    throw new BadPdf(false)
  const task = getDocument(quietly({ data: Uint8Array.from(bytes) }))
  try {
    const document = await task.promise
    const pages: Piece[][] = []
    for (let page = 1; page <= Math.min(document.numPages, mostPages); page += 1)
      pages.push(await piecesOf(await document.getPage(page)))
    const { info } = await document.getMetadata()
    const attachments = await attachmentsOf(document)
    return { pages, attachments, properties: propertiesOf(info) }
  } catch (error) {
    throw new BadPdf(error instanceof Error && error.name === 'PasswordException')
  } finally {
    await task.destroy()
  }
}

type Opened = Awaited<ReturnType<typeof getDocument>['promise']>
type Page = Awaited<ReturnType<Opened['getPage']>>
type TextItem = Extract<
  Awaited<ReturnType<Page['getTextContent']>>['items'][number],
  { str: string }
>

/** The files within it, some of them, none that is large. */
async function attachmentsOf(document: Opened): Promise<Uint8Array[]> {
  const names = [...((await document.getAttachments()) ?? new Map()).keys()]
  const found: Uint8Array[] = []
  for (const name of names.slice(0, mostAttachments)) {
    const content: Uint8Array | null = await document.getAttachmentContent(name)
    if (content && content.length <= mostAttachmentBytes) found.push(content)
  }
  return found
}

/** Nothing is fetched, drawn, run or printed to the console. */
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

/** As it is read: a page that was scanned or printed sideways is turned until most of its letters stand upright. */
async function piecesOf(page: Page): Promise<Piece[]> {
  const { items } = await page.getTextContent()
  const written = items.filter((item): item is TextItem => 'str' in item)
  const turned = [0, 90, 180, 270].map((more) => {
    const { transform } = page.getViewport({ scale: 1, rotation: (page.rotate + more) % 360 })
    return written.flatMap((item) => pieceOf(item, transform))
  })
  return turned.reduce((best, one) => (one.length > best.length ? one : best))
}

/** Letters that stand askew are a seal or a mark in the background. */
function pieceOf({ str: text, transform: own, width }: TextItem, page: number[]): Piece[] {
  const [a, b, c, d, e, f] = product(page, own)
  const size = Math.hypot(c, d)
  const isLevel = Math.abs(b) <= 0.05 * Math.abs(a) && a > 0 && size > 0
  return isLevel ? [{ text, x: e, y: f, size, width }] : []
}

type Matrix = readonly [number, number, number, number, number, number]

function product(left: readonly number[], right: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}

function propertiesOf(info: object): [string, string][] {
  const own = 'Custom' in info && info.Custom instanceof Object ? Object.entries(info.Custom) : []
  return own.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
}

/**
 * Whether the end is missing although some of the file says that it ends: each version of a PDF that was changed ends anew, and so does the first
 * page of one that is made for the web. The last end must lead to a list of what the file holds (ISO 32000-1 §7.5.5).
 */
function isCutOff(file: Buffer): boolean {
  const tail = file.subarray(Math.max(0, file.length - 4096)).toString('latin1')
  const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*(?:[^\n]{0,200}\s*)?$/.exec(tail)
  const head = file.subarray(0, 2048).toString('latin1')
  const whole = /\/Linearized\b[^>]{0,200}?\/L\s+(\d{1,10})/.exec(head)
  if (whole && Number(whole[1]) > file.length) return true
  if (!end) return !tail.includes('%%EOF')
  // offsets count from the mark at the beginning, which may stand behind other bytes
  const at = Number(end[1]) + Math.max(0, head.indexOf('%PDF-'))
  const place = file.subarray(Math.max(0, at - 32), at + 64).toString('latin1')
  return !/xref|\d\s+obj/.test(place)
}
