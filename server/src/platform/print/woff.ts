import { inflateSync } from 'node:zlib'

/**
 * The plain TrueType/OpenType font inside a WOFF 1 file (W3C WOFF 1.0 §4–5: a directory of zlib-packed tables).
 * A PDF writer reads it a hundred times faster so, and no converted copy needs to be committed.
 */
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
    woff.copy(header, record, entry, entry + 4) // tag
    woff.copy(header, record + 4, entry + 16, entry + 20) // checksum
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
