import { inflateSync } from 'node:zlib'

/** What is written, in the order it is drawn: glyphs by the font's own table; where each stretch begins, and how large (points). */
export function stretchesOf(pdf: Buffer): { text: string; x: number; size: number }[] {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/\/FlateDecode\n>>\nstream\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length
    return inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
  })
  const cmap = streams.find((stream) => stream.includes('beginbfrange')) ?? ''
  const letters = [...cmap.matchAll(/\[([^\]]+)\]/g)].flatMap(({ 1: list = '' }) =>
    [...list.matchAll(/<([0-9a-f]+)>/g)].map(({ 1: hex = '' }) => fromHex(hex)),
  )
  const drawn = /1 0 0 1 (\S+) \S+ Tm\n\/\S+ (\S+) Tf\n[^[]*(\[[^\]]*\]) TJ/g
  return streams.flatMap((stream) =>
    [...stream.matchAll(drawn)].map(({ 1: x, 2: size, 3: shown = '' }) => {
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(({ 1: hex = '' }) => hex).join('')
      const said = [...glyphs.matchAll(/.{4}/g)].map(([one]) => letters[Number.parseInt(one, 16)])
      return { text: said.join(''), x: Number(x), size: Number(size) }
    }),
  )
}

export const writtenOn = (pdf: Buffer) =>
  stretchesOf(pdf)
    .map(({ text }) => text)
    .join('')

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
