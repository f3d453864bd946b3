import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import {
  offlineCodeWords,
  proofCodeHint,
  proofCodeNames,
  spacedProofCode,
} from '@ce/contract/proof-codes'
import { printedFields } from '@ce/contract/proof-fields'
import { nothingWords, yearWords } from '@ce/contract/trial-words'
import { create as createQr } from 'qrcode'
import type { Letters } from '../../../platform/print/pdf-font.ts'
import type { Snapshot } from '../snapshot.ts'
import { drawBorder } from './border.ts'
import { type Area, drawEntries, entrySheets } from './entries.ts'
import {
  addLetters,
  fitted,
  green,
  grey,
  ink,
  openPdf,
  type Pdf,
  red,
  sheet,
  wrapped,
  write,
  writeCentered,
} from './page.ts'

export interface ProofPaper {
  snapshot: Snapshot
  code: string
  /** what the large QR holds */
  verifyUrl: string
  /** what the dense one holds */
  offlineUrl: string
  /** set on a revoked proof: printed across it */
  revoked: { on: string; reason: string } | null
  /** what the portal's own fonts cannot draw of it */
  letters: Letters
}

const left = sheet.margin + 16
const right = sheet.width - sheet.margin - 16

/** The A4 proof with its QRs (product §4 Ledger and proof). Full name: only its owner, and staff who print it, can fetch this. */
export async function makeProofPdf(paper: ProofPaper): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of proofPages([paper])) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * The PDF of one proof after the other, a page each or more, as it is drawn: what is written out does not lie in memory, and every other request
 * has its turn between two proofs. The fonts are in it once.
 */
export async function* proofPages(
  papers: AsyncIterable<ProofPaper> | Iterable<ProofPaper>,
): AsyncGenerator<Buffer> {
  let pdf: Pdf | undefined
  const parts: Buffer[] = []
  for await (const paper of papers) {
    if (pdf) pdf.addPage()
    else {
      pdf = openPdf(titleOf(paper.snapshot))
      pdf.on('data', (part: Buffer) => parts.push(part))
    }
    addLetters(pdf, paper.letters)
    drawPage(pdf, paper)
    await setImmediate()
    yield* parts.splice(0)
  }
  if (!pdf) return
  const ended = once(pdf, 'end')
  pdf.end()
  await ended
  yield* parts
}

function drawPage(pdf: Pdf, paper: ProofPaper): void {
  const { snapshot } = paper
  const { trial } = snapshot
  drawGround(pdf, paper)
  drawHead(pdf, snapshot)
  if (trial) drawTrial(pdf, 172, nothingWords(snapshot).proof)
  const y = drawFields(pdf, snapshot, trial ? 222 : 178)
  const area = { left, right, top: y + 14, bottom: 610 }
  const sheets = entrySheets(snapshot.entries, area, further)
  const several = sheets.length > 1
  for (const [index, entries] of sheets.entries()) {
    if (index > 0) drawFurther(pdf, paper)
    drawEntries(pdf, entries, index > 0 ? further : area, several)
    if (several) drawPlace(pdf, index + 1, sheets.length)
    if (index === 0) drawFoot(pdf, paper)
    if (paper.revoked) drawRevoked(pdf, paper.revoked, index > 0 ? sheet.height - 66 : 612)
  }
}

function drawGround(pdf: Pdf, { snapshot, revoked }: ProofPaper): void {
  drawBorder(pdf, toneOf(snapshot))
  // above the QRs, which must be read
  if (snapshot.trial && !revoked) drawAcross(pdf, nothingWords(snapshot).across, grey, 440)
}

/** where the list goes on when the first sheet is full */
const further: Area = { left, right, top: 152, bottom: sheet.height - 76 }

/** A sheet more, which can be told from any other proof's by itself. */
function drawFurther(pdf: Pdf, paper: ProofPaper): void {
  const { snapshot, code } = paper
  pdf.addPage()
  drawGround(pdf, paper)
  const color = toneOf(snapshot)
  writeCentered(pdf, `${titleOf(snapshot)}（续）`, 74, { size: 13, bold: true, color })
  const number = `${proofCodeNames.number} ${snapshot.number}`
  writeCentered(pdf, `${snapshot.name}　${number}`, 98, { size: 10 })
  const words = `${proofCodeNames.code} ${spacedProofCode(code)}`
  writeCentered(pdf, words, 116, { size: 9.5, color: grey })
}

/** Which sheet of how many: what was torn off is missed. */
function drawPlace(pdf: Pdf, place: number, of: number): void {
  const y = sheet.height - 54
  writeCentered(pdf, `第 ${place} 页，共 ${of} 页`, y, { size: 8.5, color: grey })
}

function titleOf(snapshot: Snapshot): string {
  const words = wordsOf(snapshot)
  return `${words.year}执业药师继续教育${words.proof}`
}

function wordsOf(snapshot: Snapshot) {
  return yearWords(snapshot, nothingWords(snapshot).tag)
}

/** What counts for nothing has not the colour of a proof either. */
function toneOf({ trial }: Snapshot): string {
  return trial ? grey : green
}

function drawHead(pdf: Pdf, snapshot: Snapshot): void {
  const words = wordsOf(snapshot)
  const color = toneOf(snapshot)
  writeCentered(pdf, `执业药师继续教育${words.proof}`, 84, { size: 24, bold: true, color })
  writeCentered(pdf, words.year, 124, { size: 14, color: ink })
  const number = `${proofCodeNames.number} ${snapshot.number}`
  writeCentered(pdf, number, 148, { size: 10, color: grey })
}

/** What a trial's proof is, in a frame: it must be seen on a black and white copy, too. */
function drawTrial(pdf: Pdf, top: number, words: string): void {
  writeCentered(pdf, words, top + 7, { size: 15, bold: true, color: red })
  const width = 340
  pdf
    .save()
    .lineWidth(1.5)
    .strokeColor(red)
    .rect((sheet.width - width) / 2, top, width, 32)
    .stroke()
    .restore()
}

function drawFields(pdf: Pdf, snapshot: Snapshot, top: number): number {
  let y = top
  for (const [place, { name: label, value }] of printedFields(snapshot, snapshot.name).entries()) {
    const style = { size: 12, bold: place === 0 }
    write(pdf, label, left, y, { size: 11, color: grey })
    // a legal document never cuts a name: it takes another line
    for (const [index, line] of wrapped(pdf, value, right - left - 110, style).entries()) {
      if (index > 0) y += 17
      write(pdf, line, left + 110, y, style)
    }
    y += 22
  }
  return y
}

/** The large QR of the address for everybody, the dense one of the signed text beside it, and whose proof it is. */
function drawFoot(pdf: Pdf, { snapshot, code, verifyUrl, offlineUrl }: ProofPaper): void {
  const top = 632
  const side = 116
  const [second, third] = [left + 152, left + 284]
  const below = top + side + 12
  const [label, hint] = [{ size: 9.5 }, { size: 8, color: grey }]
  drawQr(pdf, 'VerifyQr', verifyUrl, { x: left, y: top, side })
  write(pdf, `${proofCodeNames.code} ${spacedProofCode(code)}`, left, below, label)
  write(pdf, proofCodeHint, left, below + 14, hint)
  drawQr(pdf, 'OfflineQr', offlineUrl, { x: second, y: top, side })
  write(pdf, offlineCodeWords.name, second, below, label)
  write(pdf, offlineCodeWords.hint, second, below + 14, hint)
  const style = { size: 12, bold: true }
  const lines = wrapped(pdf, snapshot.issuer, right - third, style)
  const date = top + 30 + lines.length * 17
  for (const [index, line] of lines.entries()) write(pdf, line, third, top + 16 + index * 17, style)
  write(pdf, `发证日期 ${snapshot.issuedOn}`, third, date, { size: 11 })
}

/** dots a side of a QR's module: sharp where a viewer smooths what it enlarges */
const dots = 2

/** A QR with its modules as large as they can be, and as much correction as costs none of that. */
function makeQr(text: string) {
  const least = createQr(text, { errorCorrectionLevel: text.length > 100 ? 'L' : 'M' })
  for (const errorCorrectionLevel of ['H', 'Q', 'M'] as const) {
    const more = createQr(text, { errorCorrectionLevel })
    if (more.modules.size === least.modules.size) return more.modules
  }
  return least.modules
}

/** The QR as a stencil of one bit a dot, a fifth of what its modules take as rectangles. */
function drawQr(
  pdf: Pdf,
  name: 'VerifyQr' | 'OfflineQr',
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const modules = makeQr(text)
  const width = modules.size * dots
  const stride = Math.ceil(width / 8)
  const bits = Buffer.alloc(stride * width, 0xff)
  for (let row = 0; row < width; row += 1)
    for (let column = 0; column < width; column += 1)
      if (modules.get(Math.floor(row / dots), Math.floor(column / dots))) {
        const byte = row * stride + (column >> 3)
        bits[byte] = (bits[byte] ?? 0) & ~(0x80 >> (column & 7))
      }
  const stencil = pdf.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: width,
    BitsPerComponent: 1,
    ImageMask: true,
  })
  stencil.end(bits)
  pdf.page.xobjects[name] = stencil
  // a picture fills the unit square, upright against the page's turned axis
  pdf
    .save()
    .fillColor('#000000')
    .transform(side, 0, 0, -side, x, y + side)
    .addContent(`/${name} Do`)
    .restore()
}

function drawRevoked(pdf: Pdf, revoked: { on: string; reason: string }, y: number): void {
  drawAcross(pdf, '已撤销', red, sheet.height / 2)
  const line = `本证明已于 ${revoked.on} 撤销：${revoked.reason}`
  writeCentered(pdf, fitted(pdf, line, right - left, { size: 10 }), y, {
    size: 10,
    color: red,
  })
}

/** A word across the sheet, pale enough that what it crosses is read; without a line around it, which would show where strokes cross. */
function drawAcross(pdf: Pdf, word: string, color: string, y: number): void {
  pdf
    .save()
    .rotate(-28, { origin: [sheet.width / 2, y] })
    .fillOpacity(0.28)
  // the longest crosses the sheet from edge to edge
  const size = Math.min(92, Math.floor(460 / [...word].length))
  writeCentered(pdf, [...word].join(' '), y - size * 0.65, { size, color })
  pdf.restore()
}
