import type { Font, PathCommand } from 'fontkit'
import { type LetterOutline, unitsPerEm } from '../../platform/print/letter-outline.ts'

export interface DrawnLetter extends LetterOutline {
  codePoint: number
}

/** ABSENT: the font has no such letter · EMPTY: without an outline · PLACEHOLDER: a sign for missing letters · BROKEN: it cannot be drawn */
export type LetterProblem = 'ABSENT' | 'EMPTY' | 'PLACEHOLDER' | 'BROKEN'

/** more letters than this with one glyph: it is a sign for all that the font lacks */
const mostAlike = 4
/** of a letter's drawing: the most intricate one has some 300 */
const mostCommands = 3000
/** in units of an em: a letter that reaches further would lie over its neighbours */
const reach = 2

/** How a font draws a letter, in the portal's own units, whatever kind of curves it has. */
export function drawLetter(font: Font, codePoint: number): DrawnLetter | LetterProblem {
  if (!font.hasGlyphForCodePoint(codePoint)) return 'ABSENT'
  const glyph = font.glyphForCodePoint(codePoint)
  if (glyph.id === 0) return 'ABSENT'
  const scale = unitsPerEm / font.unitsPerEm
  const { commands } = glyph.path
  if (!commands.some(({ command }) => command !== 'moveTo' && command !== 'closePath'))
    return 'EMPTY'
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

/** The path in whole units; cubic curves become square ones that nobody can tell from them. */
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
      for (const curve of squareCurves([at, ...points] as [Point, Point, Point, Point]))
        parts.push(`Q${said(curve)}`)
    at = points.at(-1) ?? at
  }
  return parts.join('')
}

const said = (points: readonly Point[]) => points.flat().map(Math.round).join(' ')

function pairsOf(values: number[]): Point[] {
  const pairs: Point[] = []
  for (let at = 0; at + 1 < values.length; at += 2)
    pairs.push([values[at] ?? 0, values[at + 1] ?? 0])
  return pairs
}

/** units by which a square curve may leave the cubic one it stands for */
const tolerance = 0.5

/** A cubic curve in so many equal parts that each is nearly a square one. */
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
    // half way between where the tangents at both ends lead
    const share = (end - begin) / 4
    const control = ([0, 1] as const).map(
      (axis) => (start[axis] + stop[axis]) / 2 + share * (out[axis] - into[axis]),
    )
    return [[control[0] ?? 0, control[1] ?? 0], stop]
  })
}

function mixed(points: readonly Point[], shares: readonly number[]): Point {
  const sum = (axis: 0 | 1) =>
    points.reduce((total, point, at) => total + point[axis] * (shares[at] ?? 0), 0)
  return [sum(0), sum(1)]
}
