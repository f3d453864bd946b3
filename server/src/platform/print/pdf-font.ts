import type { Font } from 'fontkit'
import { type CharacterOutline, type OutlinePoint, parseContours, unitsPerEm } from './outlines.ts'

const metrics = { ascent: 880, descent: -120 }

/** Characters that the portal's fonts lack, drawn from staff's fonts. */
export type DrawnCharacters = ReadonlyMap<number, CharacterOutline>

interface Glyph {
  /** Glyph number of a character, even if a font draws two characters alike. */
  id: number
  codePoints: number[]
  advanceWidth: number
}

export interface PdfFont {
  postscriptName: string
  unitsPerEm: number
  ascent: number
  descent: number
  lineGap: number
  xHeight: number
  capHeight: number
  italicAngle: number
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
  head: { macStyle: { italic: boolean } }
  post: { isFixedPitch: boolean }
  getGlyph(id: number): { advanceWidth: number }
  layout(text: string): { glyphs: Glyph[]; positions: object[]; advanceWidth: number }
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array }
}

interface Source extends Omit<PdfFont, 'layout' | 'createSubset' | 'head' | 'post' | 'getGlyph'> {
  advanceOf(codePoint: number): number
  encode(codePoints: readonly number[]): Uint8Array
}

/** The PDF library allows one text per glyph, so each character gets its own number. */
function pdfFont({ advanceOf, encode, ...facts }: Source): PdfFont {
  return {
    ...facts,
    head: { macStyle: { italic: false } },
    post: { isFixedPitch: false },
    getGlyph: () => ({ advanceWidth: facts.unitsPerEm }),
    layout(text) {
      const glyphs = [...text].map((letter) => {
        const id = letter.codePointAt(0) ?? 0
        return { id, codePoints: [id], advanceWidth: advanceOf(id) }
      })
      const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({
        ...{ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 },
      }))
      return {
        ...{ glyphs, positions },
        // The PDF library scales all positions before it reads the sum of their widths.
        get advanceWidth() {
          return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
        },
      }
    },
    createSubset() {
      const places = new Map<number, number>()
      return {
        includeGlyph(id) {
          const place = places.get(id) ?? places.size + 1
          places.set(id, place)
          return place
        },
        encode: () => encode([...places.keys()]),
      }
    },
  }
}

export function createPdfFont(font: Font): PdfFont {
  const { ascent, descent, lineGap, xHeight, capHeight, italicAngle, bbox } = font
  return pdfFont({
    ...{ ascent, descent, lineGap, xHeight, capHeight, italicAngle, bbox },
    unitsPerEm: font.unitsPerEm,
    postscriptName: font.postscriptName ?? 'Font',
    advanceOf: (codePoint) => font.glyphForCodePoint(codePoint).advanceWidth,
    encode(codePoints) {
      const subset = glyphListOf(font.createSubset())
      for (const codePoint of codePoints) subset.glyphs.push(font.glyphForCodePoint(codePoint).id)
      return subset.encode()
    },
  })
}

/** The glyph list of fontkit's subset, which is written in order and may hold a glyph twice. */
function glyphListOf(subset: unknown) {
  return subset as { glyphs: number[]; encode(): Uint8Array }
}

/** `letters` may grow until the PDF is written. */
export function createPdfFontOfDrawnCharacters(letters: DrawnCharacters): PdfFont {
  const { ascent, descent } = metrics
  const letterOf = (codePoint: number) => {
    const letter = letters.get(codePoint)
    if (!letter) throw new Error('a letter that nothing draws')
    return letter
  }
  return pdfFont({
    ...{ ascent, descent, lineGap: 0, xHeight: 500, capHeight: 733, italicAngle: 0, unitsPerEm },
    bbox: { minX: 0, minY: descent, maxX: unitsPerEm, maxY: ascent },
    postscriptName: 'AddedLetters',
    advanceOf: (codePoint) => letterOf(codePoint).advance,
    encode: (codePoints) => writeTrueType(codePoints.map(letterOf)),
  })
}

/** The library's types ask for a file, but it also accepts an object with `layout`. */
export function toPdfFontSource(font: PdfFont): Buffer {
  return font as unknown as Buffer
}

/** Writes a font with the tables that a PDF needs (ISO 32000-1 §9.9) and those of `more`. */
export function writeTrueType(
  letters: readonly CharacterOutline[],
  more: Readonly<Record<string, Buffer>> = {},
): Buffer {
  const glyphs = [{ advance: unitsPerEm, outline: '' }, ...letters].map(({ advance, outline }) => {
    const contours = parseContours(outline)
    return { advance, contours, bounds: boundsOf(contours.flat()), data: glyphData(contours) }
  })
  const places = runningSums(glyphs.map(({ data }) => data.length))
  const bounds = boundsOf(glyphs.flatMap(({ contours }) => contours.flat()))
  return assemble({
    ...more,
    glyf: Buffer.concat(glyphs.map(({ data }) => data)),
    head: headTable(bounds),
    hhea: packNumbers('IhhhHhhhhhhhhhhhH', [
      ...[0x00010000, metrics.ascent, metrics.descent, 0],
      Math.max(...glyphs.map(({ advance }) => advance)),
      ...[bounds.minX, 0, bounds.maxX, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length],
    ]),
    hmtx: Buffer.concat(glyphs.map((glyph) => packNumbers('Hh', [glyph.advance, glyph.bounds.minX]))),
    loca: packNumbers('I'.repeat(places.length), places),
    maxp: packNumbers('IHHHHHHHHHHHHHH', [
      ...[0x00010000, glyphs.length],
      Math.max(...glyphs.map(({ contours }) => contours.flat().length)),
      Math.max(...glyphs.map(({ contours }) => contours.length)),
      ...[0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ]),
  })
}

/** Every step takes two bytes, which compresses well. */
function glyphData(contours: OutlinePoint[][]): Buffer {
  if (contours.length === 0) return Buffer.alloc(0)
  const points = contours.flat()
  const { minX, minY, maxX, maxY } = boundsOf(points)
  const ends = runningSums(contours.map(({ length }) => length)).slice(1)
  const steps = (axis: 'x' | 'y') => points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0))
  const data = Buffer.concat([
    packNumbers('hhhhh', [contours.length, minX, minY, maxX, maxY]),
    // A TrueType glyph lists the last point of each contour, and has no instructions here.
    packNumbers('H'.repeat(ends.length + 1), [...ends.map((end) => end - 1), 0]),
    Buffer.from(points.map(({ isOn }) => (isOn ? 1 : 0))),
    packNumbers('h'.repeat(points.length), steps('x')),
    packNumbers('h'.repeat(points.length), steps('y')),
  ])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

function runningSums(lengths: number[]): number[] {
  const sums = [0]
  for (const length of lengths) sums.push((sums.at(-1) ?? 0) + length)
  return sums
}

function boundsOf(points: OutlinePoint[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const of = (list: number[], pick: (a: number, b: number) => number) =>
    list.length > 0 ? list.reduce((a, b) => pick(a, b)) : 0
  return {
    ...{ minX: of(xs, Math.min), minY: of(ys, Math.min) },
    ...{ maxX: of(xs, Math.max), maxY: of(ys, Math.max) },
  }
}

function headTable({ minX, minY, maxX, maxY }: ReturnType<typeof boundsOf>): Buffer {
  return packNumbers('IIIIHHIIIIhhhhHHhhh', [
    ...[0x00010000, 0x00010000, 0, 0x5f0f3cf5, 0b1011, unitsPerEm],
    // The font's creation and change dates are 0, so that the same characters give the same bytes.
    ...[0, 0, 0, 0, minX, minY, maxX, maxY],
    ...[0, 8, 2, 1, 0],
  ])
}

function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort()
  const power = Math.floor(Math.log2(names.length))
  const range = 16 * 2 ** power
  const directory = [packNumbers('IHHHH', [0x00010000, names.length, range, power, names.length * 16 - range])]
  const bodies: Buffer[] = []
  let at = 12 + names.length * 16
  for (const name of names) {
    const table = tables[name] ?? Buffer.alloc(0)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    directory.push(Buffer.from(name), packNumbers('III', [checkSum(padded), at, table.length]))
    bodies.push(padded)
    at += padded.length
  }
  return Buffer.concat([...directory, ...bodies])
}

function checkSum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

/** Letters of `form`, big-endian: H unsigned 16 bit, h signed 16 bit, I unsigned 32 bit. */
export function packNumbers(form: string, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc([...form].reduce((sum, kind) => sum + (kind === 'I' ? 4 : 2), 0))
  let at = 0
  for (const [place, kind] of [...form].entries()) {
    const value = values[place] ?? 0
    if (kind === 'I') at = bytes.writeUInt32BE(value, at)
    else if (kind === 'H') at = bytes.writeUInt16BE(value, at)
    else at = bytes.writeInt16BE(value, at)
  }
  return bytes
}
