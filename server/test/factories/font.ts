import { deflateSync } from 'node:zlib'
import { packNumbers, writeTrueType } from '../../src/platform/print/pdf-font.ts'

interface FontWish {
  /** Code points of the font's characters, each with its own shape. */
  letters: readonly number[]
  empty?: readonly number[]
  /** Code points that all map to one box. */
  boxes?: readonly number[]
  /** OS/2 fsType: the embedding rights. */
  fsType?: number
  name?: string
}

/** Returns the outline of a character: a square with a notch that no other character has. */
export function testOutlineOf(codePoint: number): string {
  const notch = 100 + (codePoint % 600)
  return `M50 -100L950 -100L950 ${notch}L500 ${notch + 50}L950 ${notch + 100}L950 850L50 850Z`
}

const box = 'M100 0L900 0L900 800L100 800ZM150 50L150 750L850 750L850 50Z'

export function makeTestFont(wish: FontWish): Buffer {
  const { letters, empty = [], boxes = [], fsType = 0, name = 'Test Letters' } = wish
  const outlines = [...letters.map(testOutlineOf), '', box]
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
      post: packNumbers('IIhhIIIII', [0x00030000, 0, 0, 0, 0, 0, 0, 0, 0]),
    },
  )
}

/** Format 12 of cmap, with one group per character. */
function cmapTable(pairs: [codePoint: number, glyph: number][]): Buffer {
  const groups = pairs.flatMap(([codePoint, glyph]) => [codePoint, codePoint, glyph])
  return Buffer.concat([
    packNumbers('HHHHI', [0, 1, 3, 10, 12]),
    packNumbers('HHIII', [12, 0, 16 + groups.length * 4, 0, pairs.length]),
    packNumbers('I'.repeat(groups.length), groups),
  ])
}

function nameTable(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  const ids = [1, 4, 6]
  const records = ids.flatMap((id) => [3, 1, 0x0409, id, text.length, 0])
  return Buffer.concat([
    packNumbers('HHH', [0, ids.length, 6 + records.length * 2]),
    packNumbers('H'.repeat(records.length), records),
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

export function toWoff(font: Buffer): Buffer {
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
      packNumbers('IIII', [at, body.length, length, font.readUInt32BE(record + 4)]),
    )
    bodies.push(padded)
    at += padded.length
  }
  const header = packNumbers('IIIHHIHHIIIII', [
    ...[0x774f4646, 0x00010000, at, count, 0, font.length, 1, 0, 0, 0, 0, 0, 0],
  ])
  return Buffer.concat([header, ...entries, ...bodies])
}

export function toFontCollection(fonts: readonly Buffer[]): Buffer {
  const head = 12 + fonts.length * 4
  const starts = fonts.map((_, at) => fonts.slice(0, at).reduce((sum, font) => sum + font.length, head))
  const moved = fonts.map((font, at) => {
    const copy = Buffer.from(font)
    for (let record = 12; record < 12 + copy.readUInt16BE(4) * 16; record += 16)
      copy.writeUInt32BE(copy.readUInt32BE(record + 8) + (starts[at] ?? 0), record + 8)
    return copy
  })
  return Buffer.concat([
    Buffer.from('ttcf'),
    packNumbers('II', [0x00010000, fonts.length]),
    packNumbers('I'.repeat(starts.length), starts),
    ...moved,
  ])
}
