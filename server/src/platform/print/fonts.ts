import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Font, create as readFont } from 'fontkit'
import { coarsen } from './outlines.ts'
import type { Letters } from './pdf-font.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** A font of the portal, and whether it can draw a character. */
export interface PrintFont {
  font: Font
  covers(codePoint: number): boolean
}

const sources = {
  regular: '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff',
  // 8,000 common characters are not enough for people's names (齉 𬭊 㛃): 30,000 in this one
  rare: '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-500-normal.woff',
}

/** The portal's fonts, and `letters` for what staff's fonts drew. */
export type FontName = keyof typeof sources | 'letters'

const loaded = new Map<string, PrintFont>()

/** One of the portal's fonts, unpacked once a process. */
export function printFont(name: keyof typeof sources): PrintFont {
  const known = loaded.get(name)
  if (known) return known
  const data = unpackWoff(readFileSync(require.resolve(sources[name])))
  coarsen(data)
  const font = readFont(data)
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a single font was expected')
  const made = {
    font,
    covers: (codePoint: number) => isCharacter(codePoint) && font.hasGlyphForCodePoint(codePoint),
  }
  loaded.set(name, made)
  return made
}

/** Unicode keeps the last two of each plane for no character: a font may have its crossed box there. */
const isCharacter = (codePoint: number) => (codePoint & 0xfffe) !== 0xfffe

/** The letters of a text that the portal's own fonts lack, each once. */
export function lettersBeyondFonts(text: string): string[] {
  return [...new Set(text)].filter((letter) => ownFontFor(codePointOf(letter)) === null)
}

/**
 * Splits a text into stretches that one font can draw.
 * @throws for a letter that nothing draws: whoever prints has asked before, and a crossed box is never printed
 */
export function fontRuns(text: string, letters: Letters): { font: FontName; text: string }[] {
  const runs: { font: FontName; text: string }[] = []
  for (const letter of text) {
    const font = fontFor(codePointOf(letter), letters)
    const last = runs.at(-1)
    if (last && last.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

function fontFor(codePoint: number, letters: Letters): FontName {
  const own = ownFontFor(codePoint)
  if (own) return own
  if (letters.has(codePoint)) return 'letters'
  throw new Error('a letter that nothing draws')
}

/** The large font of rare letters is unpacked when the first of them is met. */
export function ownFontFor(codePoint: number): keyof typeof sources | null {
  if (printFont('regular').covers(codePoint)) return 'regular'
  return printFont('rare').covers(codePoint) ? 'rare' : null
}

export function codePointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}
