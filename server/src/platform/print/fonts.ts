import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { type Font, create as readFont } from 'fontkit'
import { roundFontOutlines } from './outlines.ts'
import type { DrawnCharacters } from './pdf-font.ts'

const require = createRequire(import.meta.url)

export interface PrintFont {
  font: Font
  covers(codePoint: number): boolean
}

const sources = {
  regular: '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff',
  // Names of people need rare characters (齉 𬭊 㛃), so this font has 30,000 characters instead of 8,000.
  rare: '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-500-normal.woff',
}

/** `letters` is for characters drawn from fonts of staff members' computers. */
export type FontName = keyof typeof sources | 'letters'

const loaded = new Map<string, PrintFont>()

export function loadPrintFont(name: keyof typeof sources): PrintFont {
  const known = loaded.get(name)
  if (known) return known
  const data = unpackWoff(readFileSync(require.resolve(sources[name])))
  roundFontOutlines(data)
  const font = readFont(data)
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a single font was expected')
  const made = {
    font,
    covers: (codePoint: number) => isCharacter(codePoint) && font.hasGlyphForCodePoint(codePoint),
  }
  loaded.set(name, made)
  return made
}

/**
 * False for the last two code points of a plane: they are no characters, but a font may draw a crossed box for them.
 */
const isCharacter = (codePoint: number) => (codePoint & 0xfffe) !== 0xfffe

export function listCharactersWithoutFont(text: string): string[] {
  return [...new Set(text)].filter((letter) => findPortalFont(codePointOf(letter)) === null)
}

/** @throws Error for a character without a font, because a crossed box must never be printed. */
export function splitByFont(text: string, letters: DrawnCharacters): { font: FontName; text: string }[] {
  const runs: { font: FontName; text: string }[] = []
  for (const letter of text) {
    const font = fontFor(codePointOf(letter), letters)
    const last = runs.at(-1)
    if (last && last.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

function fontFor(codePoint: number, letters: DrawnCharacters): FontName {
  const own = findPortalFont(codePoint)
  if (own) return own
  if (letters.has(codePoint)) return 'letters'
  throw new Error('a letter that nothing draws')
}

export function findPortalFont(codePoint: number): keyof typeof sources | null {
  if (loadPrintFont('regular').covers(codePoint)) return 'regular'
  return loadPrintFont('rare').covers(codePoint) ? 'rare' : null
}

export function codePointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}

/** Unpacks a WOFF font (W3C WOFF 1.0 §4–5), because with it a PDF is written a hundred times faster. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF 1 font')
  const count = woff.readUInt16BE(12)
  const headerLength = 12 + count * 16
  const header = Buffer.alloc(headerLength)
  writeOffsetTable(header, woff.readUInt32BE(4), count)
  const parts: Buffer[] = [header]
  let offset = headerLength
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20
    const table = unpackTable(woff, entry)
    const record = 12 + index * 16
    woff.copy(header, record, entry, entry + 4)
    woff.copy(header, record + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, record + 8)
    header.writeUInt32BE(table.length, record + 12)
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function unpackTable(woff: Buffer, entry: number): Buffer {
  const start = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const packed = woff.subarray(start, start + packedLength)
  return packedLength < length ? inflateSync(packed) : packed
}

function writeOffsetTable(header: Buffer, flavor: number, count: number): void {
  const power = 2 ** Math.floor(Math.log2(count))
  header.writeUInt32BE(flavor, 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(count * 16 - power * 16, 10)
}
