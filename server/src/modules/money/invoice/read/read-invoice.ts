import { toComparablePersonName } from '../names.ts'
import { emptyInvoiceFields, type InvoiceFields } from './invoice-fields.ts'
import { InvalidOfdError, readOfd } from './ofd.ts'
import type { TextRun } from './page-text.ts'
import { InvalidPdfError, readPdf } from './pdf.ts'
import { mergeInvoiceFields, readPrintedFields } from './printed-fields.ts'
import { InvalidXmlError, invoiceFieldsOfValues, invoiceFieldsOfXml, parseXml } from './tax-xml.ts'

/** The reason why a file cannot be matched to an application. */
export type InvoiceReadingProblem =
  | 'DAMAGED'
  | 'LOCKED'
  | 'NO_TEXT'
  | 'NOT_INVOICE'
  | 'SEVERAL'
  /** The printed text and the embedded data disagree, or the amounts in words and in figures do. */
  | 'CONTRADICTS'
  /** Some required fields of the invoice cannot be read. */
  | 'INCOMPLETE'
  | 'TOO_COMPLEX'

/** A reading with a problem still contains the readable fields. */
export interface InvoiceReadResult {
  problem: InvoiceReadingProblem | null
  says: string
  fields: InvoiceFields
}

/** Each list has one item per source; an item is null when its source contains two invoices. */
interface Sources {
  embedded: (InvoiceFields | null)[]
  pages: TextRun[][]
}

/** Reads the fields of an invoice file. Embedded data and printed text must agree. */
export async function readInvoice(bytes: Uint8Array, mime: string): Promise<InvoiceReadResult> {
  try {
    if (mime === 'application/xml') return complete(xmlFields(bytes), null)
    return compareSources(mime === 'application/pdf' ? await pdfSources(bytes) : await ofdSources(bytes))
  } catch (error) {
    if (error instanceof InvalidXmlError) return createFailedReading('DAMAGED', says.DAMAGED)
    if (!(error instanceof InvalidPdfError || error instanceof InvalidOfdError)) throw error
    return error.isLocked ? createFailedReading('LOCKED', says.LOCKED) : createFailedReading('DAMAGED', says.DAMAGED)
  }
}

const says = {
  DAMAGED: '文件不完整或已损坏，请从税务系统重新下载后再上传',
  LOCKED: '文件设有打开密码，请取消密码后再上传',
  NO_TEXT: '文件里只有图片，没有可读取的文字，请上传税务系统下载的原文件',
  NOT_INVOICE: '文件里没有发票，请检查是否选错了文件',
  SEVERAL: '文件里有不止一张发票，请每张发票存为一个文件后分别上传',
} as const

export function createFailedReading(
  problem: InvoiceReadingProblem,
  sentence: string,
  fields = emptyInvoiceFields,
): InvoiceReadResult {
  return { problem, says: sentence, fields }
}

async function pdfSources(bytes: Uint8Array): Promise<Sources> {
  const { pages, attachments, properties } = await readPdf(bytes)
  return { pages, embedded: [invoiceFieldsOfValues(properties), ...attachments.flatMap(attachedFields)] }
}

async function ofdSources(bytes: Uint8Array): Promise<Sources> {
  const { pages, attachments, tags } = await readOfd(bytes)
  return { pages, embedded: [invoiceFieldsOfValues(tags), ...attachments.flatMap(attachedFields)] }
}

function attachedFields(bytes: Uint8Array): (InvoiceFields | null)[] {
  try {
    return [invoiceFieldsOfXml(parseXml(bytes))]
  } catch (error) {
    if (error instanceof InvalidXmlError) return []
    throw error
  }
}

function xmlFields(bytes: Uint8Array): InvoiceFields | null {
  return invoiceFieldsOfXml(parseXml(bytes), true)
}

function compareSources({ embedded, pages }: Sources): InvoiceReadResult {
  const { fields: printed, text, wordsFen, numbers } = readPrintedFields(pages)
  if (numbers.length > 1 || embedded.includes(null)) return createFailedReading('SEVERAL', says.SEVERAL)
  const given = embedded.filter((one) => one !== null)
  const sources = [printed, ...given]
  const fields = sources.reduce(mergeInvoiceFields, emptyInvoiceFields)
  const contradiction = contradictionIn(sources) ?? wordsAgainst(wordsFen, printed.amountFen)
  if (contradiction) return createFailedReading('CONTRADICTS', contradiction, fields)
  return complete(fields, text)
}

const needed = {
  number: '发票号码',
  date: '开票日期',
  title: '购买方名称',
  amountFen: '价税合计',
  seller: '销售方名称',
} as const

/** `text` is null for a file with data only. */
function complete(fields: InvoiceFields | null, text: string | null): InvoiceReadResult {
  if (!fields) return createFailedReading('SEVERAL', says.SEVERAL)
  const missing = Object.entries(needed).filter(([field]) => fields[asNeeded(field)] === null)
  if (missing.length === 0) return { problem: null, says: '', fields }
  const isInvoice = fields.kind !== null || fields.number !== null || text?.includes('发票号码')
  if (!isInvoice) {
    const isRead = text === null || /\p{Script=Han}{2}/u.test(text)
    return isRead ? createFailedReading('NOT_INVOICE', says.NOT_INVOICE) : createFailedReading('NO_TEXT', says.NO_TEXT)
  }
  const names = missing.map(([, name]) => name).join('、')
  return createFailedReading('INCOMPLETE', `没有读出发票的${names}`, fields)
}

function asNeeded(field: string): keyof typeof needed {
  return field as keyof typeof needed
}

const names = {
  ...needed,
  taxNo: '购买方税号',
  sellerTaxNo: '销售方税号',
  code: '发票代码',
} as const

function contradictionIn(sources: readonly InvoiceFields[]): string | null {
  for (const [field, name] of Object.entries(names)) {
    const said = sources.map((one) => one[asNamed(field)]).filter((value) => value !== null)
    const [first] = said
    const other = said.find((value) => keyOf(value) !== keyOf(first ?? ''))
    if (first !== undefined && other !== undefined) return contradiction(name, shown(field, first), shown(field, other))
  }
  return null
}

function asNamed(field: string): keyof typeof names {
  return field as keyof typeof names
}

const keyOf = (value: string | number) => (typeof value === 'string' ? toComparablePersonName(value) : String(value))
const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`
const shown = (field: string, value: string | number) => (field === 'amountFen' ? yuan(Number(value)) : String(value))
const contradiction = (name: string, one: string, other: string) =>
  `文件里的${name}前后不一致（${one} 与 ${other}），可能被改动过，请从税务系统重新下载`

function wordsAgainst(words: number | null, figures: number | null): string | null {
  if (words === null || figures === null || Math.abs(words) === Math.abs(figures)) return null
  return contradiction(names.amountFen, yuan(figures), yuan(words))
}
