import { personKey } from '../names.ts'
import { type InvoiceFields, noFields } from './invoice-fields.ts'
import { BadOfd, readOfd } from './ofd.ts'
import type { Piece } from './page-text.ts'
import { BadPdf, readPdf } from './pdf.ts'
import { filled, printedFields } from './printed.ts'
import { fieldsOfValues, fieldsOfXml } from './tax-xml.ts'
import { BadXml, parseXml } from './xml.ts'

/** Why a file cannot be compared with an application. */
export type ReadingProblem =
  | 'DAMAGED'
  | 'LOCKED'
  /** pictures only: a person has to read it */
  | 'NO_TEXT'
  | 'NOT_INVOICE'
  | 'SEVERAL'
  /** what is printed and what the file holds besides, or words and figures, say different things */
  | 'CONTRADICTS'
  /** an invoice of which some fields cannot be read */
  | 'INCOMPLETE'
  | 'TOO_COMPLEX'

/** What a file says; with a problem, what could be read of it all the same. */
export interface Reading {
  problem: ReadingProblem | null
  /** a sentence for whoever sent it; empty without a problem */
  says: string
  fields: InvoiceFields
}

/** Each source of a file that says something of its own: null where one holds two invoices. */
interface Sources {
  /** data that the tax bureau put into the file */
  embedded: (InvoiceFields | null)[]
  pages: Piece[][]
}

/** Reads an invoice: its embedded data where it has any, and what is printed, which must not contradict it. */
export async function readInvoice(bytes: Uint8Array, mime: string): Promise<Reading> {
  try {
    if (mime === 'application/xml') return complete(xmlFields(bytes), null)
    return compareSources(
      mime === 'application/pdf' ? await pdfSources(bytes) : await ofdSources(bytes),
    )
  } catch (error) {
    if (error instanceof BadXml) return refused('DAMAGED', says.DAMAGED)
    if (!(error instanceof BadPdf || error instanceof BadOfd)) throw error
    return error.isLocked ? refused('LOCKED', says.LOCKED) : refused('DAMAGED', says.DAMAGED)
  }
}

const says = {
  DAMAGED: '文件不完整或已损坏，请从税务系统重新下载后再上传',
  LOCKED: '文件设有打开密码，请取消密码后再上传',
  NO_TEXT: '文件里只有图片，没有可读取的文字，请上传税务系统下载的原文件',
  NOT_INVOICE: '文件里没有发票，请检查是否选错了文件',
  SEVERAL: '文件里有不止一张发票，请每张发票存为一个文件后分别上传',
} as const

export function refused(problem: ReadingProblem, sentence: string, fields = noFields): Reading {
  return { problem, says: sentence, fields }
}

async function pdfSources(bytes: Uint8Array): Promise<Sources> {
  const { pages, attachments, properties } = await readPdf(bytes)
  return { pages, embedded: [fieldsOfValues(properties), ...attachments.flatMap(attachedFields)] }
}

async function ofdSources(bytes: Uint8Array): Promise<Sources> {
  const { pages, attachments, tags } = await readOfd(bytes)
  return { pages, embedded: [fieldsOfValues(tags), ...attachments.flatMap(attachedFields)] }
}

/** A file within a file may be anything: what is no XML says nothing. */
function attachedFields(bytes: Uint8Array): (InvoiceFields | null)[] {
  try {
    return [fieldsOfXml(parseXml(bytes))]
  } catch (error) {
    if (error instanceof BadXml) return []
    throw error
  }
}

function xmlFields(bytes: Uint8Array): InvoiceFields | null {
  return fieldsOfXml(parseXml(bytes), true)
}

function compareSources({ embedded, pages }: Sources): Reading {
  const { fields: printed, text, wordsFen, numbers } = printedFields(pages)
  if (numbers.length > 1 || embedded.includes(null)) return refused('SEVERAL', says.SEVERAL)
  const given = embedded.filter((one) => one !== null)
  const sources = [printed, ...given]
  const fields = sources.reduce(filled, noFields)
  const contradiction = contradictionIn(sources) ?? wordsAgainst(wordsFen, printed.amountFen)
  if (contradiction) return refused('CONTRADICTS', contradiction, fields)
  return complete(fields, text)
}

/** What an invoice must say, as a person calls it. */
const needed = {
  number: '发票号码',
  date: '开票日期',
  title: '购买方名称',
  amountFen: '价税合计',
  seller: '销售方名称',
} as const

/** `text`: all that is printed; null of a file that is data alone. */
function complete(fields: InvoiceFields | null, text: string | null): Reading {
  if (!fields) return refused('SEVERAL', says.SEVERAL)
  const missing = Object.entries(needed).filter(([field]) => fields[asNeeded(field)] === null)
  if (missing.length === 0) return { problem: null, says: '', fields }
  const isInvoice = fields.kind !== null || fields.number !== null || text?.includes('发票号码')
  if (!isInvoice) {
    const isRead = text === null || /\p{Script=Han}{2}/u.test(text)
    return isRead ? refused('NOT_INVOICE', says.NOT_INVOICE) : refused('NO_TEXT', says.NO_TEXT)
  }
  const names = missing.map(([, name]) => name).join('、')
  return refused('INCOMPLETE', `没有读出发票的${names}`, fields)
}

/** A key of the table above. */
function asNeeded(field: string): keyof typeof needed {
  return field as keyof typeof needed
}

const names = {
  ...needed,
  taxNo: '购买方税号',
  sellerTaxNo: '销售方税号',
  code: '发票代码',
} as const

/** What two sources of one file say differently. */
function contradictionIn(sources: readonly InvoiceFields[]): string | null {
  for (const [field, name] of Object.entries(names)) {
    const said = sources.map((one) => one[asNamed(field)]).filter((value) => value !== null)
    const [first] = said
    const other = said.find((value) => keyOf(value) !== keyOf(first ?? ''))
    if (first !== undefined && other !== undefined)
      return contradiction(name, shown(field, first), shown(field, other))
  }
  return null
}

/** A key of the table above. */
function asNamed(field: string): keyof typeof names {
  return field as keyof typeof names
}

const keyOf = (value: string | number) =>
  typeof value === 'string' ? personKey(value) : String(value)
const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`
const shown = (field: string, value: string | number) =>
  field === 'amountFen' ? yuan(Number(value)) : String(value)
const contradiction = (name: string, one: string, other: string) =>
  `文件里的${name}前后不一致（${one} 与 ${other}），可能被改动过，请从税务系统重新下载`

function wordsAgainst(words: number | null, figures: number | null): string | null {
  if (words === null || figures === null || Math.abs(words) === Math.abs(figures)) return null
  return contradiction(names.amountFen, yuan(figures), yuan(words))
}
