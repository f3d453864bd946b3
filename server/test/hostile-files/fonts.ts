import { brotliCompressSync, constants, deflateSync } from 'node:zlib'
import type { HostileFile } from './kind.ts'

const numbers = (size: 2 | 4, ...values: number[]) => {
  const bytes = Buffer.alloc(values.length * size)
  for (const [at, value] of values.entries())
    if (size === 2) bytes.writeUInt16BE(value & 0xffff, at * 2)
    else bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

function fontOf(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort()
  const parts = [numbers(4, 0x00010000), numbers(2, names.length, 0, 0, 0)]
  const bodies: Buffer[] = []
  let at = 12 + names.length * 16
  for (const name of names) {
    const body = tables[name] ?? Buffer.alloc(0)
    parts.push(Buffer.from(name), numbers(4, 0, at, body.length))
    bodies.push(body, Buffer.alloc(-body.length & 3))
    at += body.length + (-body.length & 3)
  }
  return Buffer.concat([...parts, ...bodies])
}

const plainTables = {
  head: Buffer.concat([numbers(4, 0x00010000, 0x00010000, 0, 0x5f0f3cf5), numbers(2, 0, 1000), Buffer.alloc(34)]),
  hhea: Buffer.concat([numbers(4, 0x00010000), Buffer.alloc(30), numbers(2, 1)]),
  hmtx: numbers(2, 1000, 0),
  maxp: Buffer.concat([numbers(4, 0x00010000), numbers(2, 1), Buffer.alloc(26)]),
  loca: numbers(2, 0, 0),
  glyf: Buffer.alloc(4),
}

function everyLetter(groups: number): Buffer {
  const list = Array.from({ length: groups }, () => [0, 0x10ffff, 0]).flat()
  return Buffer.concat([
    numbers(2, 0, 1, 3, 10),
    numbers(4, 12),
    numbers(2, 12, 0),
    numbers(4, 16 + groups * 12, 0, groups, ...list),
  ])
}

function woffOfZeros(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 })
  const total = 44 + 20 + packed.length
  return Buffer.concat([
    Buffer.from('wOFF'),
    numbers(4, 0x00010000, total),
    numbers(2, 1, 0),
    numbers(4, megabytes * 1024 * 1024, 0x00010000, 0, 0, 0, 0, 0),
    Buffer.from('cmap'),
    numbers(4, 64, packed.length, megabytes * 1024 * 1024, 0),
    packed,
  ])
}

function woff2OfZeros(megabytes: number): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 }
  const packed = brotliCompressSync(Buffer.alloc(megabytes * 1024 * 1024), { params })
  const length = megabytes * 1024 * 1024
  const pieces = [28, 21, 14, 7, 0].map((shift) => ((length >> shift) & 0x7f) | (shift ? 0x80 : 0))
  const directory = Buffer.from([0, ...pieces.slice(pieces.findIndex((piece) => piece !== 0x80))])
  const total = 48 + directory.length + packed.length
  return Buffer.concat([
    Buffer.from('wOF2'),
    numbers(4, 0x00010000, total),
    numbers(2, 1, 0),
    numbers(4, length, packed.length, 0x00010000, 0, 0, 0, 0, 0),
    directory,
    packed,
  ])
}

const font = { use: 'FONT', fileName: '补字.ttf', says: '字体文件' } as const

export const hostileFonts: readonly HostileFile[] = [
  {
    ...font,
    name: 'a font that has all of Unicode twenty thousand times',
    make: () => fontOf({ ...plainTables, cmap: everyLetter(20_000) }),
  },
  { ...font, name: 'a WOFF that unpacks to 500 MB', make: () => woffOfZeros(500) },
  { ...font, name: 'a WOFF 2 that unpacks to 500 MB', make: () => woff2OfZeros(500) },
  {
    ...font,
    name: 'a collection of two hundred million fonts',
    make: () => Buffer.concat([Buffer.from('ttcf'), numbers(4, 0x00010000, 200_000_000), Buffer.alloc(64)]),
  },
]
