import { proofCodeHint } from '@ce/contract/proof-codes'
import { printedProofFields } from '@ce/contract/proof-fields'
import { invalidProofTexts } from '@ce/contract/trial-text'
import { renderQr } from '@ce/ui/QrCode.tsx'
import { type Proof, proofCodes, proofTitle } from './proof-text.ts'

/** Sizes of the picture and of its parts, in pixels. */
const width = 1080
const edge = 96
const labelWidth = 280
const line = 60
const codeSize = 400

const ink = '#1b2430'
const quiet = '#4a5666'
const brand = '#0b6b5d'
const danger = '#b42318'
const face = '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif'

export function renderProofPicture(proof: Proof): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  const brush = brushOf(canvas)
  brush.font = `36px ${face}`
  const rows = printedProofFields(proof, proof.name).map(({ name, value }) => ({
    name,
    lines: wrapText(value, width - 2 * edge - labelWidth, (text) => brush.measureText(text).width),
  }))
  const lines = rows.reduce((sum, row) => sum + row.lines.length, 0)
  const head = proof.trial ? 470 : 360
  const codeTop = head + lines * line + rows.length * 16 + 48
  canvas.height = codeTop + codeSize + 340
  drawFrame(brush, canvas.height)
  drawHead(brush, proof)
  drawRows(brush, rows, head)
  const code = renderQr(proof.verifyUrl, codeSize)
  brush.drawImage(code, (width - codeSize) / 2, codeTop, codeSize, codeSize)
  drawFoot(brush, proof, codeTop + codeSize)
  if (proof.trial) drawAcross(brush, invalidProofTexts(proof).across, canvas.height)
  return canvas
}

type Brush = CanvasRenderingContext2D

/** @throws Error where the browser has no canvas support. */
function brushOf(canvas: HTMLCanvasElement): Brush {
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  return brush
}

function drawFrame(brush: Brush, height: number): void {
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, width, height)
  brush.strokeStyle = brand
  for (const [inset, thickness] of [
    [28, 6],
    [42, 2],
  ] as const) {
    brush.lineWidth = thickness
    brush.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset)
  }
}

function drawHead(brush: Brush, proof: Proof): void {
  brush.textAlign = 'center'
  brush.textBaseline = 'alphabetic'
  write(brush, proofTitle, 160, { size: 56, colour: brand, weight: 600 })
  write(brush, `${proof.year} 年度`, 226, { size: 40, colour: ink })
  write(brush, proofCodes(proof).number, 280, { size: 32, colour: quiet })
  if (!proof.trial) return
  write(brush, invalidProofTexts(proof).proof, 372, { size: 44, colour: danger, weight: 600 })
  brush.strokeStyle = danger
  brush.lineWidth = 4
  brush.strokeRect(edge, 316, width - 2 * edge, 80)
}

/** Writes across the whole picture that the proof is revoked or a trial. */
function drawAcross(brush: Brush, text: string, height: number): void {
  brush.save()
  brush.translate(width / 2, height * 0.45)
  brush.rotate(-0.42)
  brush.globalAlpha = 0.14
  brush.textAlign = 'center'
  brush.fillStyle = danger
  brush.font = `700 120px ${face}`
  brush.fillText(text, 0, 0, width)
  brush.restore()
}

function drawRows(brush: Brush, rows: { name: string; lines: string[] }[], top: number): void {
  brush.textAlign = 'left'
  brush.font = `36px ${face}`
  let y = top
  for (const { name, lines } of rows) {
    brush.fillStyle = quiet
    brush.fillText(name, edge, y)
    brush.fillStyle = ink
    for (const text of lines) {
      brush.fillText(text, edge + labelWidth, y)
      y += line
    }
    y += 16
  }
}

function drawFoot(brush: Brush, proof: Proof, top: number): void {
  const { issuer, issuedOn } = proof
  brush.textAlign = 'center'
  write(brush, proofCodes(proof).code, top + 60, { size: 36, colour: ink })
  write(brush, proofCodeHint, top + 110, { size: 30, colour: quiet })
  write(brush, issuer, top + 192, { size: 36, colour: ink, weight: 600 })
  write(brush, `发证日期 ${issuedOn}`, top + 246, { size: 32, colour: ink })
}

interface Letters {
  size: number
  colour: string
  weight?: number
}

function write(brush: Brush, text: string, y: number, { size, colour, weight = 400 }: Letters) {
  brush.font = `${weight} ${size}px ${face}`
  brush.fillStyle = colour
  brush.fillText(text, width / 2, y, width - 2 * edge)
}

/** Breaks lines between any two characters, because Chinese has no spaces. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (line !== '' && measure(line + letter) > width) {
      lines.push(line)
      line = ''
    }
    line += letter
  }
  return [...lines, line]
}
