import { crc32, deflateSync } from 'node:zlib'

interface Header {
  width: number
  height: number
  depth: 1 | 8
  /** PNG colour type: 0 grey, 2 RGB. */
  colourType: 0 | 2
}

function pngOf({ width, height, depth, colourType }: Header, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(depth, 8)
  header.writeUInt8(colourType, 9)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A small PNG with 1 bit per pixel that decodes to gigabytes. */
export function makeBombPng(side: number): Buffer {
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1))
  return pngOf({ width: side, height: side, depth: 1, colourType: 0 }, rows)
}

/** Four pixels in one colour; each number gives another file. */
export function makePlainPng(colour: number): Buffer {
  const rows = Buffer.alloc(14, colour)
  rows[0] = rows[7] = 0
  return pngOf({ width: 2, height: 2, depth: 8, colourType: 2 }, rows)
}
