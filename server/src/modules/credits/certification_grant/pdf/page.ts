import PDFDocument from 'pdfkit'
import { type FontName, loadPrintFont, splitByFont } from '../../../../platform/print/fonts.ts'
import type { CharacterOutline } from '../../../../platform/print/outlines.ts'
import {
  createPdfFont,
  createPdfFontOfDrawnCharacters,
  type DrawnCharacters,
  toPdfFontSource,
} from '../../../../platform/print/pdf-font.ts'

export type Pdf = InstanceType<typeof PDFDocument>

const lettersOf = new WeakMap<Pdf, Map<number, CharacterOutline>>()

export const greenColour = '#0b6b5d'
export const redColour = '#b42318'
export const textColour = '#1b2430'
export const greyColour = '#4a5666'
/** The size of A4 in points, with the margin inside the border. */
export const pageSize = { width: 595.28, height: 841.89, margin: 56 }

export function createPdfDocument(title: string): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Creator: 'pharmacist-ce' },
  })
  const letters = new Map<number, CharacterOutline>()
  lettersOf.set(pdf, letters)
  pdf.registerFont('letters', toPdfFontSource(createPdfFontOfDrawnCharacters(letters)))
  pdf.registerFont('regular', toPdfFontSource(createPdfFont(loadPrintFont('regular').font)))
  return pdf
}

export function addCharacterOutlines(pdf: Pdf, letters: DrawnCharacters): void {
  for (const [codePoint, letter] of letters) lettersOf.get(pdf)?.set(codePoint, letter)
}

function runsOf(pdf: Pdf, text: string) {
  return splitByFont(text, lettersOf.get(pdf) ?? new Map())
}

export interface TextStyle {
  size: number
  /** Bold text is drawn with an outline, because a bold font would make the file a fifth larger. */
  bold?: boolean
  color?: string
}

function textWidth(pdf: Pdf, text: string, style: TextStyle): number {
  let width = 0
  for (const run of runsOf(pdf, text)) {
    useFont(pdf, run.font, style.size)
    width += pdf.widthOfString(run.text)
  }
  return width
}

/** `x`, `y` is the top left corner of the text. Rare characters use the other fonts. */
export function writeLine(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  let at = x
  const { size, bold: stroke = false, color = textColour } = style
  pdf.fillColor(color)
  if (stroke) pdf.strokeColor(color).lineWidth(size / 40)
  for (const run of runsOf(pdf, text)) {
    useFont(pdf, run.font, size)
    // Text is positioned by its baseline, which is the same for all fonts.
    const options = { lineBreak: false, baseline: 'alphabetic', fill: true, stroke } as const
    pdf.text(run.text, at, y + size, options)
    at += pdf.widthOfString(run.text)
  }
}

export function truncateToWidth(pdf: Pdf, text: string, width: number, style: TextStyle): string {
  if (textWidth(pdf, text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && textWidth(pdf, `${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('')}…`
}

export function wrapLine(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  const lines = ['']
  for (const letter of text) {
    const line = (lines.at(-1) ?? '') + letter
    if (textWidth(pdf, line, style) <= width) lines[lines.length - 1] = line
    else lines.push(letter)
  }
  return lines
}

/** `y` is the top of the line in points, measured from the top of the page. */
export function writeCentered(pdf: Pdf, text: string, y: number, style: TextStyle): void {
  writeLine(pdf, text, (pageSize.width - textWidth(pdf, text, style)) / 2, y, style)
}

function useFont(pdf: Pdf, font: FontName, size: number): void {
  // Register the font of rare characters only when needed, because it takes 20 MB of memory.
  if (font === 'rare') pdf.registerFont('rare', toPdfFontSource(createPdfFont(loadPrintFont('rare').font)))
  pdf.font(font, size)
}
