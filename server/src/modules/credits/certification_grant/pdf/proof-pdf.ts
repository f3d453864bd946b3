import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { formatProofCode, offlineCodeTexts, proofCodeHint, proofCodeNames } from '@ce/contract/proof-codes'
import { printedProofFields } from '@ce/contract/proof-fields'
import { computeQrModules } from '@ce/contract/qr-modules'
import { invalidProofTexts, yearNameTexts } from '@ce/contract/trial-text'
import type { DrawnCharacters } from '../../../../platform/print/pdf-font.ts'
import type { ProofSnapshot } from '../snapshot.ts'
import { renderBorder } from './border.ts'
import { type PageArea, renderProofEntries, splitEntriesIntoSheets } from './entries.ts'
import {
  addCharacterOutlines,
  createPdfDocument,
  greenColour,
  greyColour,
  type Pdf,
  pageSize,
  redColour,
  textColour,
  truncateToWidth,
  wrapLine,
  writeCentered,
  writeLine,
} from './page.ts'

export interface ProofPageInput {
  snapshot: ProofSnapshot
  code: string
  /** The address inside the large QR. */
  verifyUrl: string
  /** The address inside the dense QR. */
  offlineUrl: string
  revoked: { on: string; reason: string } | null
  /** Outlines of characters that our own fonts lack. */
  letters: DrawnCharacters
}

const left = pageSize.margin + 16
const right = pageSize.width - pageSize.margin - 16

/** The printed proof contains the full name (docs/rules/hours-and-proof.md#print). */
export async function renderProofPdf(paper: ProofPageInput): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of renderProofPages([paper])) parts.push(part)
  return Buffer.concat(parts)
}

/** Streams many proofs into one PDF; the server answers other requests between two proofs. */
export async function* renderProofPages(
  papers: AsyncIterable<ProofPageInput> | Iterable<ProofPageInput>,
): AsyncGenerator<Buffer> {
  let pdf: Pdf | undefined
  const parts: Buffer[] = []
  for await (const paper of papers) {
    if (pdf) pdf.addPage()
    else {
      pdf = createPdfDocument(titleOf(paper.snapshot))
      pdf.on('data', (part: Buffer) => parts.push(part))
    }
    addCharacterOutlines(pdf, paper.letters)
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

function drawPage(pdf: Pdf, paper: ProofPageInput): void {
  const { snapshot } = paper
  const { trial } = snapshot
  drawGround(pdf, paper)
  drawHead(pdf, snapshot)
  if (trial) drawTrial(pdf, 172, invalidProofTexts(snapshot).proof)
  const y = drawFields(pdf, snapshot, trial ? 222 : 178)
  const area = { left, right, top: y + 14, bottom: 610 }
  const sheets = splitEntriesIntoSheets(snapshot.entries, area, further)
  const several = sheets.length > 1
  for (const [index, entries] of sheets.entries()) {
    if (index > 0) drawFurther(pdf, paper)
    renderProofEntries(pdf, entries, index > 0 ? further : area, several)
    if (several) drawPlace(pdf, index + 1, sheets.length)
    if (index === 0) drawFoot(pdf, paper)
    if (paper.revoked) drawRevoked(pdf, paper.revoked, index > 0 ? pageSize.height - 66 : 612)
  }
}

function drawGround(pdf: Pdf, { snapshot, revoked }: ProofPageInput): void {
  renderBorder(pdf, toneOf(snapshot))
  // The word across the page stays above the QR codes, so that they remain readable.
  if (snapshot.trial && !revoked) drawAcross(pdf, invalidProofTexts(snapshot).across, greyColour, 440)
}

const further: PageArea = { left, right, top: 152, bottom: pageSize.height - 76 }

function drawFurther(pdf: Pdf, paper: ProofPageInput): void {
  const { snapshot, code } = paper
  pdf.addPage()
  drawGround(pdf, paper)
  const color = toneOf(snapshot)
  writeCentered(pdf, `${titleOf(snapshot)}（续）`, 74, { size: 13, bold: true, color })
  const number = `${proofCodeNames.number} ${snapshot.number}`
  writeCentered(pdf, `${snapshot.name}　${number}`, 98, { size: 10 })
  const words = `${proofCodeNames.code} ${formatProofCode(code)}`
  writeCentered(pdf, words, 116, { size: 9.5, color: greyColour })
}

/** Numbers the sheets, so that a missing sheet is noticed. */
function drawPlace(pdf: Pdf, place: number, of: number): void {
  const y = pageSize.height - 54
  writeCentered(pdf, `第 ${place} 页，共 ${of} 页`, y, { size: 8.5, color: greyColour })
}

function titleOf(snapshot: ProofSnapshot): string {
  const words = wordsOf(snapshot)
  return `${words.year}执业药师继续教育${words.proof}`
}

function wordsOf(snapshot: ProofSnapshot) {
  return yearNameTexts(snapshot, invalidProofTexts(snapshot).tag)
}

/** A trial proof is drawn in another colour, because it is not valid. */
function toneOf({ trial }: ProofSnapshot): string {
  return trial ? greyColour : greenColour
}

function drawHead(pdf: Pdf, snapshot: ProofSnapshot): void {
  const words = wordsOf(snapshot)
  const color = toneOf(snapshot)
  writeCentered(pdf, `执业药师继续教育${words.proof}`, 84, { size: 24, bold: true, color })
  writeCentered(pdf, words.year, 124, { size: 14, color: textColour })
  const number = `${proofCodeNames.number} ${snapshot.number}`
  writeCentered(pdf, number, 148, { size: 10, color: greyColour })
}

/** The frame of a trial proof remains visible on a black and white copy. */
function drawTrial(pdf: Pdf, top: number, words: string): void {
  writeCentered(pdf, words, top + 7, { size: 15, bold: true, color: redColour })
  const width = 340
  pdf
    .save()
    .lineWidth(1.5)
    .strokeColor(redColour)
    .rect((pageSize.width - width) / 2, top, width, 32)
    .stroke()
    .restore()
}

function drawFields(pdf: Pdf, snapshot: ProofSnapshot, top: number): number {
  let y = top
  for (const [place, { name: label, value }] of printedProofFields(snapshot, snapshot.name).entries()) {
    const style = { size: 12, bold: place === 0 }
    writeLine(pdf, label, left, y, { size: 11, color: greyColour })
    // A legal document must not cut a name, so the name wraps.
    for (const [index, line] of wrapLine(pdf, value, right - left - 110, style).entries()) {
      if (index > 0) y += 17
      writeLine(pdf, line, left + 110, y, style)
    }
    y += 22
  }
  return y
}

/** Draws both QR codes: the large one contains the public address, the dense one the signed text. */
function drawFoot(pdf: Pdf, { snapshot, code, verifyUrl, offlineUrl }: ProofPageInput): void {
  const top = 632
  const side = 116
  const [second, third] = [left + 152, left + 284]
  const below = top + side + 12
  const [label, hint] = [{ size: 9.5 }, { size: 8, color: greyColour }]
  drawQr(pdf, 'VerifyQr', verifyUrl, { x: left, y: top, side })
  writeLine(pdf, `${proofCodeNames.code} ${formatProofCode(code)}`, left, below, label)
  writeLine(pdf, proofCodeHint, left, below + 14, hint)
  drawQr(pdf, 'OfflineQr', offlineUrl, { x: second, y: top, side })
  writeLine(pdf, offlineCodeTexts.name, second, below, label)
  writeLine(pdf, offlineCodeTexts.hint, second, below + 14, hint)
  const style = { size: 12, bold: true }
  const lines = wrapLine(pdf, snapshot.issuer, right - third, style)
  const date = top + 30 + lines.length * 17
  for (const [index, line] of lines.entries()) writeLine(pdf, line, third, top + 16 + index * 17, style)
  writeLine(pdf, `发证日期 ${snapshot.issuedOn}`, third, date, { size: 11 })
}

/** Image dots per side of a QR module; two dots stay sharp when a viewer smooths the image. */
const dots = 2

/** A QR code as a one-bit image takes a fifth of the bytes that drawn rectangles take. */
function drawQr(
  pdf: Pdf,
  name: 'VerifyQr' | 'OfflineQr',
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const modules = computeQrModules(text)
  const width = modules.length * dots
  const stride = Math.ceil(width / 8)
  const bits = Buffer.alloc(stride * width, 0xff)
  for (let row = 0; row < width; row += 1)
    for (let column = 0; column < width; column += 1)
      if (modules[Math.floor(row / dots)]?.[Math.floor(column / dots)]) {
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
  // PDF draws an image into the unit square, so scale it and turn it upright.
  pdf
    .save()
    .fillColor('#000000')
    .transform(side, 0, 0, -side, x, y + side)
    .addContent(`/${name} Do`)
    .restore()
}

function drawRevoked(pdf: Pdf, revoked: { on: string; reason: string }, y: number): void {
  drawAcross(pdf, '已撤销', redColour, pageSize.height / 2)
  const line = `本证明已于 ${revoked.on} 撤销：${revoked.reason}`
  writeCentered(pdf, truncateToWidth(pdf, line, right - left, { size: 10 }), y, {
    size: 10,
    color: redColour,
  })
}

/** The word across the page has no outline, because an outline would show where strokes cross. */
function drawAcross(pdf: Pdf, word: string, color: string, y: number): void {
  pdf
    .save()
    .rotate(-28, { origin: [pageSize.width / 2, y] })
    .fillOpacity(0.28)
  // The longest word across the page fills the width of the sheet.
  const size = Math.min(92, Math.floor(460 / [...word].length))
  writeCentered(pdf, [...word].join(' '), y - size * 0.65, { size, color })
  pdf.restore()
}
