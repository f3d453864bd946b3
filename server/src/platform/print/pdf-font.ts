import type { Font } from 'fontkit'
import { type LetterOutline, unitsPerEm } from './letter-outline.ts'
import { metrics, writeTrueType } from './true-type.ts'

/** Letters that no font of the portal has, by code point, as staff's fonts draw them. */
export type Letters = ReadonlyMap<number, LetterOutline>

interface Glyph {
  /** the code point: each letter is a glyph of its own, also where a font draws two alike */
  id: number
  codePoints: number[]
  advanceWidth: number
}

/** What the PDF writer asks of a font. */
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
  /** a font with these letters in this order, after the glyph 0 */
  encode(codePoints: readonly number[]): Uint8Array
}

/**
 * A font for one PDF, whose text reads back exactly. The PDF writer knows one text for each glyph, and some fonts draw two letters with
 * one glyph: so each letter of the text has its own number in the PDF. No letters are joined or moved closer.
 */
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
        // the PDF writer scales the positions before it asks for their sum
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

/** A font file of the portal, for one PDF. */
export function pdfFontOf(font: Font): PdfFont {
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

/** fontkit's guarantee: what is left of a font is its list of glyphs, which it writes in their order; one may stand in it twice. */
function glyphListOf(subset: unknown) {
  return subset as { glyphs: number[]; encode(): Uint8Array }
}

/** What staff's fonts drew, for one PDF; `letters` may grow while it is written. */
export function pdfFontOfLetters(letters: Letters): PdfFont {
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

/** The PDF writer's guarantee: where it takes a file it also takes what has a font's `layout`. */
export function fontSource(font: PdfFont): Buffer {
  return font as unknown as Buffer
}
