import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { asShown, shownStyles } from './as-shown.ts'
import { hiddenRows } from './hidden-rows.ts'
import { withPlaces } from './places.ts'
import { withPowers } from './powers.ts'
import { UnreadableFile } from './unreadable.ts'

/** bytes; 20,000 questions are a tenth of it */
const mostUnpacked = 150 * 1024 * 1024
/** what of a workbook is read; pictures and macros are not */
const read =
  /^(\[Content_Types\]\.xml|_rels\/|xl\/(workbook\.xml|_rels\/|worksheets\/|sharedStrings\.xml|styles\.xml))/

/** a cell in a column or row that Excel does not have (XFD1048576): the parser makes room for all before it */
const beyondSheet = /\br="(?:[A-Z]{4,}|[A-Z]*\d{8,})/

/** What is read of a workbook, unpacked under our own count: the parser believes whatever sizes a file tells it. */
async function unpacked(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), {
    lazyEntries: true,
    validateEntrySizes: true,
  })
  const parts: Record<string, Buffer> = {}
  let left = mostUnpacked
  for await (const entry of zip.eachEntry()) {
    if (!read.test(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new UnreadableFile('Excel 文件解压后过大，请分成几个文件')
    const pieces: Buffer[] = []
    // more bytes than the list said is an error
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    const part = Buffer.concat(pieces)
    if (crc32(part) !== entry.crc32) throw new Error('wrong checksum')
    parts[entry.fileName] = checkedPart(entry.fileName, part)
  }
  return asPeopleSee(parts)
}

/** No part of a workbook declares anything of its own: who does so means to make a parser fetch or multiply it. */
const declaration = /<!(?:DOCTYPE|ENTITY)/i

function checkedPart(name: string, part: Buffer): Buffer {
  const xml = part.toString('latin1')
  if (declaration.test(xml)) throw new Error('a declaration')
  if (beyondSheet.test(xml)) throw new UnreadableFile('单元格的位置超出 Excel 的范围')
  if (!name.startsWith('xl/worksheets/')) return part
  const placed = withPlaces(xml)
  return placed === xml ? part : Buffer.from(placed, 'latin1')
}

/** a sheet that whoever opens the workbook does not see: lists behind choices, older versions */
const hiddenSheet =
  /<((?:\w+:)?)sheet\s[^<>]*\bstate=["'](?:hidden|veryHidden)["'][^<>]*(?:\/>|>\s*<\/\1sheet>)/g

/** Without sheets that nobody sees, numbers and powers as they are shown: the parser knows of none of it. */
function asPeopleSee(parts: Record<string, Buffer>): Record<string, Buffer> {
  const styles = shownStyles(parts['xl/styles.xml']?.toString('latin1') ?? '')
  const seen = (name: string, part: Buffer) => {
    if (name === 'xl/workbook.xml') return part.toString('latin1').replace(hiddenSheet, '')
    const told = withPowers(part)
    if (styles.size === 0 || !name.startsWith('xl/worksheets/')) return told
    return asShown(told.toString('latin1'), styles)
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, bytesOf(seen(name, part))]),
  )
}

const bytesOf = (part: Buffer | string) =>
  typeof part === 'string' ? Buffer.from(part, 'latin1') : part

/**
 * The rows of the first sheet that has any, and the sheets after it, which are only counted.
 * @throws UnreadableFile also where that sheet hides rows: whoever filtered it may mean all of them or only what is seen
 */
export async function sheetRows(
  bytes: Uint8Array,
): Promise<{ rows: string[][]; others: UnreadSheet[] }> {
  const { sheets, hidden } = await readSheets(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('Excel 文件已损坏，或加了密码')
  })
  const [first, ...others] = sheets.filter(({ data }) => data.length > 0)
  const unseen = first && hidden[sheets.indexOf(first)]
  if (unseen)
    throw new UnreadableFile(
      `工作表里有 ${unseen} 行被筛选、折叠或隐藏，看不到；请全部显示，删去不导入的行后再上传`,
    )
  return {
    rows: (first?.data ?? []).map((row) => row.map(cellText)),
    others: others.map(({ sheet, data }) => ({ name: sheet, rows: data.length })),
  }
}

async function readSheets(bytes: Uint8Array) {
  const parts = await unpacked(bytes)
  const sheets = await readWorkbook(Buffer.from(zipSync(parts, { level: 0 })))
  return { sheets, hidden: hiddenRows(parts) }
}

/** A sheet after the first: nobody must think that it was read. */
export interface UnreadSheet {
  name: string
  rows: number
}

/** the parser rounds down: 8:00 is a third of a day, and a little less */
const halfSecond = 500

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // before the first day that Excel knows it is a time of day
  if (cell instanceof Date) {
    const [day = '', time = ''] = new Date(cell.getTime() + halfSecond).toISOString().split(/[T.]/)
    const clock = time.slice(0, 5)
    if (cell.getUTCFullYear() < 1900) return clock
    return clock === '00:00' ? day : `${day} ${clock}`
  }
  if (typeof cell === 'boolean') return cell ? '对' : '错'
  return String(cell)
}
