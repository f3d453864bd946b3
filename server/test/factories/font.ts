import { deflateSync } from 'node:zlib'
import { words, writeTrueType } from '../../src/platform/print/true-type.ts'

interface FontWish {
  /** what it draws: each letter with a shape of its own */
  letters: readonly number[]
  /** code points that it maps to a glyph without an outline */
  empty?: readonly number[]
  /** code points that it maps to one and the same box */
  boxes?: readonly number[]
  /** OS/2 fsType: what its maker allows */
  fsType?: number
  name?: string
}

/** The shape that such a font has for a letter: a square with a notch that no other letter has. */
export function shapeOf(codePoint: number): string {
  const notch = 100 + (codePoint % 600)
  return `M50 -100L950 -100L950 ${notch}L500 ${notch + 50}L950 ${notch + 100}L950 850L50 850Z`
}

const box = 'M100 0L900 0L900 800L100 800ZM150 50L150 750L850 750L850 50Z'

/** A whole TrueType font, made of nothing but these letters. */
export function makeFont(wish: FontWish): Buffer {
  const { letters, empty = [], boxes = [], fsType = 0, name = 'Test Letters' } = wish
  const outlines = [...letters.map(shapeOf), '', box]
  const glyphOf = new Map([
    ...letters.map((letter, at) => [letter, at + 1] as const),
    ...empty.map((letter) => [letter, letters.length + 1] as const),
    ...boxes.map((letter) => [letter, letters.length + 2] as const),
  ])
  return writeTrueType(
    outlines.map((outline) => ({ advance: 1000, outline })),
    {
      cmap: cmapTable([...glyphOf].sort(([a], [b]) => a - b)),
      name: nameTable(name),
      'OS/2': os2Table(fsType),
      // no names of glyphs
      post: words('IIhhIIIII', [0x00030000, 0, 0, 0, 0, 0, 0, 0, 0]),
    },
  )
}

/** Subtable of format 12, a group for each letter. */
function cmapTable(pairs: [codePoint: number, glyph: number][]): Buffer {
  const groups = pairs.flatMap(([codePoint, glyph]) => [codePoint, codePoint, glyph])
  return Buffer.concat([
    words('HHHHI', [0, 1, 3, 10, 12]),
    words('HHIII', [12, 0, 16 + groups.length * 4, 0, pairs.length]),
    words('I'.repeat(groups.length), groups),
  ])
}

function nameTable(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const ids = [1, 4, 6]
  const records = ids.flatMap((id) => [3, 1, 0x0409, id, text.length, 0])
  return Buffer.concat([
    words('HHH', [0, ids.length, 6 + records.length * 2]),
    words('H'.repeat(records.length), records),
    text,
  ])
}

function os2Table(fsType: number): Buffer {
  const table = Buffer.alloc(96)
  table.writeUInt16BE(4, 0)
  table.writeUInt16BE(400, 4)
  table.writeUInt16BE(5, 6)
  table.writeUInt16BE(fsType, 8)
  return table
}

/** The same font as WOFF 1: its tables packed one by one. */
export function asWoff(font: Buffer): Buffer {
  const count = font.readUInt16BE(4)
  const entries: Buffer[] = []
  const bodies: Buffer[] = []
  let at = 44 + count * 20
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16
    const [offset, length] = [font.readUInt32BE(record + 8), font.readUInt32BE(record + 12)]
    const table = font.subarray(offset, offset + length)
    const packed = deflateSync(table)
    const body = packed.length < length ? packed : table
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    entries.push(
      font.subarray(record, record + 4),
      words('IIII', [at, body.length, length, font.readUInt32BE(record + 4)]),
    )
    bodies.push(padded)
    at += padded.length
  }
  const header = words('IIIHHIHHIIIII', [
    ...[0x774f4646, 0x00010000, at, count, 0, font.length, 1, 0, 0, 0, 0, 0, 0],
  ])
  return Buffer.concat([header, ...entries, ...bodies])
}

/** Several fonts in one file; every table lies where its own font has it, moved as a whole. */
export function asCollection(fonts: readonly Buffer[]): Buffer {
  const head = 12 + fonts.length * 4
  const starts = fonts.map((_, at) =>
    fonts.slice(0, at).reduce((sum, font) => sum + font.length, head),
  )
  const moved = fonts.map((font, at) => {
    const copy = Buffer.from(font)
    for (let record = 12; record < 12 + copy.readUInt16BE(4) * 16; record += 16)
      copy.writeUInt32BE(copy.readUInt32BE(record + 8) + (starts[at] ?? 0), record + 8)
    return copy
  })
  return Buffer.concat([
    Buffer.from('ttcf'),
    words('II', [0x00010000, fonts.length]),
    words('I'.repeat(starts.length), starts),
    ...moved,
  ])
}
