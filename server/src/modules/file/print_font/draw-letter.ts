import type { Font, PathCommand } from 'fontkit'
import { type CharacterOutline, unitsPerEm } from '../../../platform/print/outlines.ts'

export interface RenderedLetter extends CharacterOutline {
  codePoint: number
}

/**
 * ABSENT: not in the font. EMPTY: no outline. PLACEHOLDER: glyph for missing characters. BROKEN: cannot be rendered.
 */
export type LetterProblem = 'ABSENT' | 'EMPTY' | 'PLACEHOLDER' | 'BROKEN'

/** A glyph that more than this many characters share is only a placeholder. */
const mostAlike = 4
const mostCommands = 3000
/** A limit in ems; larger glyphs would cover their neighbours. */
const reach = 2

export function renderLetter(font: Font, codePoint: number): RenderedLetter | LetterProblem {
  if (!font.hasGlyphForCodePoint(codePoint)) return 'ABSENT'
  const glyph = font.glyphForCodePoint(codePoint)
  if (glyph.id === 0) return 'ABSENT'
  const scale = unitsPerEm / font.unitsPerEm
  const { commands } = glyph.path
  if (!commands.some(({ command }) => command !== 'moveTo' && command !== 'closePath')) return 'EMPTY'
  if (commands.length > mostCommands) return 'BROKEN'
  const outline = outlineOf(commands, scale)
  if (outline === outlineOf(font.getGlyph(0).path.commands, scale)) return 'PLACEHOLDER'
  if (font.stringsForGlyph(glyph.id).length > mostAlike) return 'PLACEHOLDER'
  const advance = Math.round(glyph.advanceWidth * scale)
  const isSane = advance >= 100 && advance <= 2 * unitsPerEm && isWithinReach(outline)
  return isSane ? { codePoint, advance, outline } : 'BROKEN'
}

function isWithinReach(outline: string): boolean {
  const numbers = [...outline.matchAll(/-?\d+/g)].map(Number)
  return numbers.every((value) => Math.abs(value) <= reach * unitsPerEm)
}

type Point = readonly [number, number]

function outlineOf(commands: readonly PathCommand[], scale: number): string {
  const parts: string[] = []
  let at: Point = [0, 0]
  for (const { command, args } of commands) {
    const points = pairsOf(args.map((value) => value * scale))
    if (command === 'closePath') parts.push('Z')
    else if (command === 'moveTo') parts.push(`M${said(points)}`)
    else if (command === 'lineTo') parts.push(`L${said(points)}`)
    else if (command === 'quadraticCurveTo') parts.push(`Q${said(points)}`)
    else
      for (const curve of squareCurves([at, ...points] as [Point, Point, Point, Point])) parts.push(`Q${said(curve)}`)
    at = points.at(-1) ?? at
  }
  return parts.join('')
}

const said = (points: readonly Point[]) => points.flat().map(Math.round).join(' ')

function pairsOf(values: number[]): Point[] {
  const pairs: Point[] = []
  for (let at = 0; at + 1 < values.length; at += 2) pairs.push([values[at] ?? 0, values[at + 1] ?? 0])
  return pairs
}

/** Maximum distance between a cubic curve and its quadratic replacement, in font units. */
const tolerance = 0.5

function squareCurves([from, first, second, to]: [Point, Point, Point, Point]): [Point, Point][] {
  const bend = Math.hypot(
    ...([0, 1] as const).map((axis) => to[axis] - 3 * second[axis] + 3 * first[axis] - from[axis]),
  )
  const parts = Math.max(1, Math.ceil(Math.cbrt((bend * Math.sqrt(3)) / 36 / tolerance)))
  const pointAt = (time: number) => {
    const rest = 1 - time
    const shares = [rest ** 3, 3 * rest ** 2 * time, 3 * rest * time ** 2, time ** 3]
    return mixed([from, first, second, to], shares)
  }
  const slopeAt = (time: number) => {
    const rest = 1 - time
    const shares = [
      ...[-3 * rest ** 2, 3 * rest ** 2 - 6 * rest * time],
      ...[6 * rest * time - 3 * time ** 2, 3 * time ** 2],
    ]
    return mixed([from, first, second, to], shares)
  }
  return Array.from({ length: parts }, (_, part) => {
    const [begin, end] = [part / parts, (part + 1) / parts]
    const [start, stop] = [pointAt(begin), pointAt(end)]
    const [out, into] = [slopeAt(begin), slopeAt(end)]
    // The control point is the middle of the two points that the tangents at both ends give.
    const share = (end - begin) / 4
    const control = ([0, 1] as const).map((axis) => (start[axis] + stop[axis]) / 2 + share * (out[axis] - into[axis]))
    return [[control[0] ?? 0, control[1] ?? 0], stop]
  })
}

function mixed(points: readonly Point[], shares: readonly number[]): Point {
  const sum = (axis: 0 | 1) => points.reduce((total, point, at) => total + point[axis] * (shares[at] ?? 0), 0)
  return [sum(0), sum(1)]
}
