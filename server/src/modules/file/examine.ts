import { ReadableStream } from 'node:stream/web'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import { noQrCodeText, type PictureUse, pictureProblem } from '@ce/contract/picture-uses'
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type'
import { type ByteContent, type ContentPart, composeContent, contentOfBuffer } from '../../platform/files/content.ts'
import { oldOrLockedWorkbookText, saveAsXlsxText } from '../../platform/sheets/unreadable.ts'
import { xlsxMime } from '../../platform/sheets/xlsx-mime.ts'
import { parseCaptions } from './captions.ts'
import { isOfd, isWholePdf, isXml, looksLikeText } from './file-kinds.ts'
import { type LessonMedia, moveIndexToFront } from './film.ts'
import { toWebPicture } from './picture.ts'
import { readQrCode } from './qr-code.ts'

export type { PictureUse }

export type StaffPurpose =
  | 'LESSON'
  | 'LESSON_CAPTIONS'
  | 'PICTURE'
  | 'VIDEO'
  | 'CAPTIONS'
  | 'ATTACHMENT'
  | 'IMPORT'
  | 'QUESTIONS'
  | 'ROSTER'
  | 'INVOICE'
  | 'MONEY'
  | 'FONT'

export interface ExaminedFile {
  content: ByteContent
  parts?: ContentPart[]
  mime: string
  /** The original name; a converted picture loses its old extension. */
  name: string
  width: number | null
  height: number | null
  media?: LessonMedia
  qrText?: string
}

interface Given {
  name: string
  content: ByteContent
}

export type FileVerdict<Kept = ExaminedFile> =
  | Kept
  | 'wrongType'
  | 'badPicture'
  /** The problem as a Chinese sentence for the user. */
  | { unfit: string }
  | { badFilm: string }
  | { badCaptions: string }
  | { badSheet: string }
  | { unreadable: string }

export function examineFile(
  purpose: StaffPurpose,
  { name, content }: Given,
  use: PictureUse | null = null,
): Promise<FileVerdict> {
  return examiners[purpose]({ name, content }, use)
}

/** If `use` is null, a picture may have any size. */
type Examiner = (given: Given, use: PictureUse | null) => Promise<FileVerdict>

const examiners: Record<StaffPurpose, Examiner> = {
  LESSON: film,
  LESSON_CAPTIONS: captions,
  PICTURE: async ({ name, content }, use) => {
    const picture = await toWebPicture(await whole(content))
    if (typeof picture === 'string') return picture
    const { width, height } = picture
    const unfit = use && pictureProblem(use, picture.given)
    if (unfit) return { unfit }
    const qrText = use === 'QR' ? await readQrCode(picture.content) : undefined
    if (qrText === null) return { unfit: noQrCodeText }
    const stem = name.replace(/\.(jpe?g|png|gif|webp|avif)$/i, '')
    const drawn = { content: contentOfBuffer(picture.content), mime: 'image/webp', name: stem }
    return { ...drawn, width, height, ...(qrText === undefined ? {} : { qrText }) }
  },
  VIDEO: film,
  CAPTIONS: captions,
  ATTACHMENT: async (given) => {
    // Read the file as a stream, because the type of a ZIP is known only after some of its entries.
    const stream = ReadableStream.from(given.content.pieces())
    const mime = (await fileTypeFromStream(stream).catch(() => undefined))?.mime
    if (mime === 'application/pdf' && !(await isWholePdf(given.content))) return cutOff
    return mime && attachmentTypes.has(mime) ? { ...plain, ...given, mime } : 'wrongType'
  },
  IMPORT: async (given) => {
    const beginning = await given.content.read(0, 64 * 1024)
    const mime = (await fileTypeFromBuffer(beginning).catch(() => undefined))?.mime
    if (mime === 'application/zip' || mime === docxMime) return { ...plain, ...given, mime }
    if (mime === 'application/x-cfb') return oldWord
    // The file name may decide between HTML and text, because both are sanitised later.
    const text = /\.(html?|xhtml)$/i.test(given.name) ? 'text/html' : 'text/markdown'
    return looksLikeText(beginning) ? { ...plain, ...given, mime: text } : 'wrongType'
  },
  FONT: async (given) => {
    const beginning = (await given.content.read(0, 4)).toString('latin1')
    const mime = fontTypes.get(beginning)
    return mime ? { ...plain, ...given, mime } : 'wrongType'
  },
  QUESTIONS: table,
  ROSTER: table,
  MONEY: async (given) => {
    const beginning = await given.content.read(0, 4100)
    const mime = (await fileTypeFromBuffer(beginning).catch(() => undefined))?.mime
    if (mime === 'application/pdf') return (await isWholePdf(given.content)) ? { ...plain, ...given, mime } : cutOff
    return mime === 'image/jpeg' || mime === 'image/png' ? { ...plain, ...given, mime } : 'wrongType'
  },
  INVOICE: async (given) => {
    const bytes = await whole(given.content)
    const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
    if (mime === 'application/pdf') return (await isWholePdf(given.content)) ? { ...plain, ...given, mime } : cutOff
    if (isXml(bytes)) return { ...plain, ...given, mime: 'application/xml' }
    return mime === 'application/zip' && (await isOfd(bytes))
      ? { ...plain, ...given, mime: 'application/ofd' }
      : 'wrongType'
  },
}

/** Moves the film's index to the front, so that the film plays while it loads. */
async function film(given: Given): Promise<FileVerdict> {
  const film = await readLessonFilm(given.content)
  if ('problem' in film) return { badFilm: film.problem }
  const kept = { ...given, ...film, mime: 'video/mp4' }
  const parts = await moveIndexToFront(given.content)
  if (!parts) return kept
  const media = { ...film.media, fastStart: true }
  return { ...kept, media, parts, content: composeContent(given.content, parts) }
}

async function captions({ name, content }: Given): Promise<FileVerdict> {
  const read = parseCaptions(await whole(content))
  if ('problem' in read) return { badCaptions: read.problem }
  const text = contentOfBuffer(Buffer.from(read.text))
  const stem = name.replace(/\.(srt|vtt|txt)$/i, '')
  return { ...plain, name: `${stem}.vtt`, content: text, mime: 'text/vtt' }
}

async function table(given: Given): Promise<FileVerdict> {
  const stream = ReadableStream.from(given.content.pieces())
  const mime = (await fileTypeFromStream(stream).catch(() => undefined))?.mime
  /**
   * A file without a known type may be text in an old encoding, so accept it here: the reader of the table gives the
   * better message when it cannot read the text.
   */
  if (mime === undefined || mime === 'application/xml') return { ...plain, ...given, mime: 'text/plain' }
  if (mime === 'application/x-cfb') return { badSheet: oldOrLockedWorkbookText }
  if (otherSheet.test(mime)) return { badSheet: saveAsXlsxText }
  return workbookTypes.has(mime) ? { ...plain, ...given, mime: xlsxMime } : 'wrongType'
}

/** Font types, keyed by the first four bytes. */
const fontTypes = new Map([
  ['\u0000\u0001\u0000\u0000', 'font/ttf'],
  ['true', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['ttcf', 'font/collection'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
])

/** The plain ZIP type is allowed, because some programs write workbooks that look like any ZIP. */
const workbookTypes = new Set([
  xlsxMime,
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  'application/vnd.ms-excel.template.macroenabled.12',
  'application/zip',
])

const otherSheet = /^application\/vnd\.oasis\.opendocument\.spreadsheet/

const cutOff = { unreadable: '文件不完整，请重新导出后再上传' }

const docxMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const oldWord = {
  unreadable: '这是旧版或加密的 Word 文档，请在 Word 或 WPS 里去掉密码，另存为 .docx 后再上传',
}

const plain = { width: null, height: null }

/** Office files with macros have other types, so they are refused. */
const attachmentTypes = new Set([
  'application/pdf',
  docxMime,
  xlsxMime,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/zip',
  'image/jpeg',
  'image/png',
])

async function whole(content: ByteContent): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content.pieces()) pieces.push(piece)
  return Buffer.concat(pieces)
}
