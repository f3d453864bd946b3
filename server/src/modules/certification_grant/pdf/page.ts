import PDFDocument from 'pdfkit'
import { type FontName, fontRuns, printFont } from '../../../platform/print/fonts.ts'
import type { LetterOutline } from '../../../platform/print/letter-outline.ts'
import {
  fontSource,
  type Letters,
  pdfFontOf,
  pdfFontOfLetters,
} from '../../../platform/print/pdf-font.ts'

export type Pdf = InstanceType<typeof PDFDocument>

/** what staff's fonts drew for the proofs of a PDF */
const lettersOf = new WeakMap<Pdf, Map<number, LetterOutline>>()

export const green = '#0b6b5d'
export const red = '#b42318'
export const ink = '#1b2430'
export const grey = '#4a5666'
/** A4 in points, with the margin the border leaves */
export const sheet = { width: 595.28, height: 841.89, margin: 56 }

/** An A4 page ready to write on, fonts registered under their names. */
export function openPdf(title: string): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    compress: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Creator: 'pharmacist-ce' },
  })
  const letters = new Map<number, LetterOutline>()
  lettersOf.set(pdf, letters)
  pdf.registerFont('letters', fontSource(pdfFontOfLetters(letters)))
  pdf.registerFont('regular', fontSource(pdfFontOf(printFont('regular').font)))
  return pdf
}

/** Takes up what staff's fonts drew for the next proof. */
export function addLetters(pdf: Pdf, letters: Letters): void {
  for (const [codePoint, letter] of letters) lettersOf.get(pdf)?.set(codePoint, letter)
}

function runsOf(pdf: Pdf, text: string) {
  return fontRuns(text, lettersOf.get(pdf) ?? new Map())
}

export interface TextStyle {
  size: number
  /** drawn with a line around it: a second font for a few words would make the file a fifth larger */
  bold?: boolean
  color?: string
}

/** How wide a text stands, each stretch in the font that can draw it; points. */
function textWidth(pdf: Pdf, text: string, style: TextStyle): number {
  let width = 0
  for (const run of runsOf(pdf, text)) {
    useFont(pdf, run.font, style.size)
    width += pdf.widthOfString(run.text)
  }
  return width
}

/** Writes one line with its top left at x, y. Rare characters come from the other fonts. */
export function write(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  let at = x
  const { size, bold: stroke = false, color = ink } = style
  pdf.fillColor(color)
  if (stroke) pdf.strokeColor(color).lineWidth(size / 40)
  for (const run of runsOf(pdf, text)) {
    useFont(pdf, run.font, size)
    // one baseline for all fonts
    const options = { lineBreak: false, baseline: 'alphabetic', fill: true, stroke } as const
    pdf.text(run.text, at, y + size, options)
    at += pdf.widthOfString(run.text)
  }
}

/** The line cut to a width, ending in … when it had to be. */
export function fitted(pdf: Pdf, text: string, width: number, style: TextStyle): string {
  if (textWidth(pdf, text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && textWidth(pdf, `${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('')}…`
}

/** The text in lines of at most a width; Chinese breaks anywhere. */
export function wrapped(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  const lines = ['']
  for (const letter of text) {
    const line = (lines.at(-1) ?? '') + letter
    if (textWidth(pdf, line, style) <= width) lines[lines.length - 1] = line
    else lines.push(letter)
  }
  return lines
}

/** In the middle of the sheet, its top at `y` (points from above). */
export function writeCentered(pdf: Pdf, text: string, y: number, style: TextStyle): void {
  write(pdf, text, (sheet.width - textWidth(pdf, text, style)) / 2, y, style)
}

function useFont(pdf: Pdf, font: FontName, size: number): void {
  // the second font is 20 MB unpacked: only a sheet that needs it takes it in
  if (font === 'rare') pdf.registerFont('rare', fontSource(pdfFontOf(printFont('rare').font)))
  pdf.font(font, size)
}
