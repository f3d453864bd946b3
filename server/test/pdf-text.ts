import { inflateSync } from 'node:zlib'

/** Texts are in drawing order, with position and size in points. */
export function readPdfTexts(pdf: Buffer): { text: string; x: number; size: number }[] {
  const text = pdf.toString('latin1')
  const fonts = new Map(
    [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(({ 1: name = '', 2: number = '' }) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objectOf(text, number))?.[1] ?? ''
      return [name, lettersIn(streamAt(pdf, text, objectAt(text, table)))]
    }),
  )
  const drawn = /1 0 0 1 (\S+) \S+ Tm\n\/(\S+) (\S+) Tf\n[^[]*(\[[^\]]*\]) TJ/g
  return [...text.matchAll(/\/FlateDecode\n>>\nstream\n/g)].flatMap(({ index }) =>
    [...streamAt(pdf, text, index).matchAll(drawn)].map(({ 1: x, 2: font = '', 3: size, 4: shown = '' }) => {
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(({ 1: hex = '' }) => hex).join('')
      const letters = fonts.get(font) ?? []
      const said = [...glyphs.matchAll(/.{4}/g)].map(([one]) => letters[Number.parseInt(one, 16)])
      return { text: said.join(''), x: Number(x), size: Number(size) }
    }),
  )
}

export const readPdfText = (pdf: Buffer) =>
  readPdfTexts(pdf)
    .map(({ text }) => text)
    .join('')

const objectAt = (pdf: string, number: string) => pdf.search(new RegExp(`(?<=\\n)${number} 0 obj`))

function objectOf(pdf: string, number: string): string {
  const start = objectAt(pdf, number)
  return pdf.slice(start, pdf.indexOf('endobj', start))
}

function streamAt(pdf: Buffer, text: string, at: number): string {
  const start = text.indexOf('stream\n', at) + 'stream\n'.length
  return inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
}

function lettersIn(cmap: string): string[] {
  return [...cmap.matchAll(/\[([^\]]+)\]/g)].flatMap(({ 1: list = '' }) =>
    [...list.matchAll(/<([0-9a-f ]+)>/g)].map(({ 1: hex = '' }) => fromHex(hex.replaceAll(' ', ''))),
  )
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
