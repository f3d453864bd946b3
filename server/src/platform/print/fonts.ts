import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create as readFont } from 'fontkit'
import { coarsen } from './outlines.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** A font as the PDF writer takes it, and whether it can draw a character. */
export interface PrintFont {
  name: string
  data: Buffer
  covers(character: string): boolean
}

const sources = {
  regular: '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff',
  // 8,000 common characters are not enough for people's names (齉 𬭊 㛃): 30,000 in this one
  rare: '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-500-normal.woff',
}

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
    name,
    data,
    covers: (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  }
  loaded.set(name, made)
  return made
}

/** Splits a text into stretches one font can draw: never a box where a name should be. */
export function fontRuns(text: string): { font: PrintFont; text: string }[] {
  const runs: { font: PrintFont; text: string }[] = []
  const main = printFont('regular')
  for (const character of text) {
    const font = main.covers(character) ? main : printFont('rare')
    const last = runs.at(-1)
    if (last && last.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
