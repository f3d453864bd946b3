import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** A real picture of one colour; chain `.png()`, `.jpeg()` … */
export function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
}

/** Of 1 bit a pixel: small as a file, gigabytes when unfolded to colours. */
export function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', rows), end])
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A ZIP of texts by their paths. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Uint8Array[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const officeTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
/** An Office file as far as anybody can tell by its content type. */
export const office = (kind: string) =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${officeTypes}"><Override PartName="/word/document.xml" ContentType="application/${kind}.main+xml"/></Types>`,
    'word/document.xml': '<w/>',
  })
export const word = () => office('vnd.openxmlformats-officedocument.wordprocessingml.document')
