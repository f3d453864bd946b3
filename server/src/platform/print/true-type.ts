import { contoursOf, type LetterOutline, type OutlinePoint, unitsPerEm } from './letter-outline.ts'

/** Height above and below the baseline that every font of ours has. */
export const metrics = { ascent: 880, descent: -120 }

/**
 * A TrueType font of these letters, the first glyph an empty one: the tables that a PDF needs (ISO 32000-1 §9.9), and those of `more`,
 * by their names.
 */
export function writeTrueType(
  letters: readonly LetterOutline[],
  more: Readonly<Record<string, Buffer>> = {},
): Buffer {
  const glyphs = [{ advance: unitsPerEm, outline: '' }, ...letters].map(({ advance, outline }) => {
    const contours = contoursOf(outline)
    return { advance, contours, bounds: boundsOf(contours.flat()), data: glyphData(contours) }
  })
  const places = runningSums(glyphs.map(({ data }) => data.length))
  const bounds = boundsOf(glyphs.flatMap(({ contours }) => contours.flat()))
  return assemble({
    ...more,
    glyf: Buffer.concat(glyphs.map(({ data }) => data)),
    head: headTable(bounds),
    hhea: words('IhhhHhhhhhhhhhhhH', [
      ...[0x00010000, metrics.ascent, metrics.descent, 0],
      Math.max(...glyphs.map(({ advance }) => advance)),
      ...[bounds.minX, 0, bounds.maxX, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length],
    ]),
    hmtx: Buffer.concat(glyphs.map((glyph) => words('Hh', [glyph.advance, glyph.bounds.minX]))),
    loca: words('I'.repeat(places.length), places),
    maxp: words('IHHHHHHHHHHHHHH', [
      ...[0x00010000, glyphs.length],
      Math.max(...glyphs.map(({ contours }) => contours.flat().length)),
      Math.max(...glyphs.map(({ contours }) => contours.length)),
      ...[0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ]),
  })
}

/** An outline in the form of the table `glyf`, padded to four bytes; every step takes two bytes, which packs well. */
function glyphData(contours: OutlinePoint[][]): Buffer {
  if (contours.length === 0) return Buffer.alloc(0)
  const points = contours.flat()
  const { minX, minY, maxX, maxY } = boundsOf(points)
  const ends = runningSums(contours.map(({ length }) => length)).slice(1)
  const steps = (axis: 'x' | 'y') =>
    points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0))
  const data = Buffer.concat([
    words('hhhhh', [contours.length, minX, minY, maxX, maxY]),
    // the last point of each line; no instructions
    words('H'.repeat(ends.length + 1), [...ends.map((end) => end - 1), 0]),
    Buffer.from(points.map(({ isOn }) => (isOn ? 1 : 0))),
    words('h'.repeat(points.length), steps('x')),
    words('h'.repeat(points.length), steps('y')),
  ])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

/** Where each of several things that follow one another begins, and where the last one ends. */
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
  return words('IIIIHHIIIIhhhhHHhhh', [
    // versions, a check sum that no PDF looks at, the magic number
    ...[0x00010000, 0x00010000, 0, 0x5f0f3cf5, 0b1011, unitsPerEm],
    // made and changed at no time: the same letters are the same bytes
    ...[0, 0, 0, 0, minX, minY, maxX, maxY],
    // a plain style; offsets in four bytes
    ...[0, 8, 2, 1, 0],
  ])
}

/** The file: a directory of its tables, in the order of their names, and the tables. */
function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort()
  const power = Math.floor(Math.log2(names.length))
  const range = 16 * 2 ** power
  const directory = [
    words('IHHHH', [0x00010000, names.length, range, power, names.length * 16 - range]),
  ]
  const bodies: Buffer[] = []
  let at = 12 + names.length * 16
  for (const name of names) {
    const table = tables[name] ?? Buffer.alloc(0)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    directory.push(Buffer.from(name), words('III', [checkSum(padded), at, table.length]))
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

/** Numbers as bytes, big end first: H two bytes, h two with a sign, I four. */
export function words(form: string, values: readonly number[]): Buffer {
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
