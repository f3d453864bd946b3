import { ReadableStream } from 'node:stream/web'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import { noCodeWords, type PictureUse, pictureProblem } from '@ce/contract/picture-uses'
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type'
import {
  bufferContent,
  type Content,
  type ContentPart,
  composedContent,
} from '../../platform/files/content.ts'
import { oldOrLocked, saveAsXlsx } from '../../platform/sheets/unreadable.ts'
import { xlsxMime } from '../../platform/sheets/xlsx-mime.ts'
import { readCaptions } from './captions.ts'
import { indexFirst, type Media } from './film.ts'
import { isOfd } from './ofd.ts'
import { isWholePdf } from './pdf.ts'
import { pictureForWeb } from './picture.ts'
import { readCode } from './qr-code.ts'
import { isXml, looksLikeText } from './text.ts'

export type { PictureUse }

/** What staff upload files for. */
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

/** What a file turned out to be, and what of it is to be kept. */
export interface Examined {
  content: Content
  /** of what `content` is put together, where it is the given file in another order */
  parts?: ContentPart[]
  mime: string
  /** as it was called; a picture without the ending it had before it was drawn anew */
  name: string
  width: number | null
  height: number | null
  /** of a lesson's video */
  media?: Media
  /** what the code in a picture says */
  qrText?: string
}

interface Given {
  name: string
  content: Content
}

export type Verdict<Kept = Examined> =
  | Kept
  | 'wrongType'
  | 'badPicture'
  /** what is wrong, in Chinese */
  | { unfit: string }
  | { badFilm: string }
  | { badCaptions: string }
  | { badSheet: string }
  | { unreadable: string }

/** Judges a file of the public pages by its content, never by its name, and makes it ready to be kept. */
export function examine(
  purpose: StaffPurpose,
  { name, content }: Given,
  use: PictureUse | null = null,
): Promise<Verdict> {
  return examiners[purpose]({ name, content }, use)
}

/** `use`: what a picture is to be shown as; null: nothing is asked of its size */
type Examiner = (given: Given, use: PictureUse | null) => Promise<Verdict>

const examiners: Record<StaffPurpose, Examiner> = {
  LESSON: film,
  LESSON_CAPTIONS: captions,
  PICTURE: async ({ name, content }, use) => {
    const picture = await pictureForWeb(await whole(content))
    if (typeof picture === 'string') return picture
    const { width, height } = picture
    const unfit = use && pictureProblem(use, picture.given)
    if (unfit) return { unfit }
    const qrText = use === 'QR' ? await readCode(picture.content) : undefined
    if (qrText === null) return { unfit: noCodeWords }
    const stem = name.replace(/\.(jpe?g|png|gif|webp|avif)$/i, '')
    const drawn = { content: bufferContent(picture.content), mime: 'image/webp', name: stem }
    return { ...drawn, width, height, ...(qrText === undefined ? {} : { qrText }) }
  },
  VIDEO: film,
  CAPTIONS: captions,
  ATTACHMENT: async (given) => {
    // a ZIP says what it is some entries in: read as far as that takes
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
    // both are only text here and cleaned when they are read: which of them it is may be said by the name
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
    if (mime === 'application/pdf')
      return (await isWholePdf(given.content)) ? { ...plain, ...given, mime } : cutOff
    return mime === 'image/jpeg' || mime === 'image/png'
      ? { ...plain, ...given, mime }
      : 'wrongType'
  },
  INVOICE: async (given) => {
    const bytes = await whole(given.content)
    const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
    if (mime === 'application/pdf')
      return (await isWholePdf(given.content)) ? { ...plain, ...given, mime } : cutOff
    if (isXml(bytes)) return { ...plain, ...given, mime: 'application/xml' }
    return mime === 'application/zip' && (await isOfd(bytes))
      ? { ...plain, ...given, mime: 'application/ofd' }
      : 'wrongType'
  },
}

/** Its index is put in front where it lies behind: the film plays before all of it is there. */
async function film(given: Given): Promise<Verdict> {
  const film = await readLessonFilm(given.content)
  if ('problem' in film) return { badFilm: film.problem }
  const kept = { ...given, ...film, mime: 'video/mp4' }
  const parts = await indexFirst(given.content)
  if (!parts) return kept
  const media = { ...film.media, fastStart: true }
  return { ...kept, media, parts, content: composedContent(given.content, parts) }
}

/** Whatever an editor or a meeting tool wrote, as what browsers read. */
async function captions({ name, content }: Given): Promise<Verdict> {
  const read = readCaptions(await whole(content))
  if ('problem' in read) return { badCaptions: read.problem }
  const text = bufferContent(Buffer.from(read.text))
  const stem = name.replace(/\.(srt|vtt|txt)$/i, '')
  return { ...plain, name: `${stem}.vtt`, content: text, mime: 'text/vtt' }
}

async function table(given: Given): Promise<Verdict> {
  const stream = ReadableStream.from(given.content.pieces())
  const mime = (await fileTypeFromStream(stream).catch(() => undefined))?.mime
  // a text may be written in whatever a Windows of the day used, or be a web page that is called a workbook: reading it says more
  if (mime === undefined || mime === 'application/xml')
    return { ...plain, ...given, mime: 'text/plain' }
  if (mime === 'application/x-cfb') return { badSheet: oldOrLocked }
  if (otherSheet.test(mime)) return { badSheet: saveAsXlsx }
  return workbookTypes.has(mime) ? { ...plain, ...given, mime: xlsxMime } : 'wrongType'
}

/** By their first four bytes. What stands in one is read where it is used. */
const fontTypes = new Map([
  ['\u0000\u0001\u0000\u0000', 'font/ttf'],
  ['true', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['ttcf', 'font/collection'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
])

/** A workbook with macros is read without them; one that some programs write looks like any other ZIP. */
const workbookTypes = new Set([
  xlsxMime,
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  'application/vnd.ms-excel.template.macroenabled.12',
  'application/zip',
])

/** of LibreOffice and others */
const otherSheet = /^application\/vnd\.oasis\.opendocument\.spreadsheet/

const cutOff = { unreadable: '文件不完整，请重新导出后再上传' }

const docxMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const oldWord = {
  unreadable: '这是旧版或加密的 Word 文档，请在 Word 或 WPS 里去掉密码，另存为 .docx 后再上传',
}

const plain = { width: null, height: null }

/** Office files with macros have types of their own and are not among them. */
const attachmentTypes = new Set([
  'application/pdf',
  docxMime,
  xlsxMime,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/zip',
  'image/jpeg',
  'image/png',
])

/** Only of what its limit keeps small. */
async function whole(content: Content): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content.pieces()) pieces.push(piece)
  return Buffer.concat(pieces)
}
