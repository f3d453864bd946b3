import { crc32 } from 'node:zlib'

/** Limit for parts of a picture; real files have some thousand chunks or segments. */
const mostParts = 20_000

export interface PictureShape {
  width: number
  height: number
  end: number
}

export interface StudentPictureLimits {
  /** Limits the pixels to protect against decompression bombs. */
  maxPixels: number
  /** True if no data may follow the picture; our camera adds none, but phones do. */
  exact: boolean
}

/**
 * Reads dimensions and end of a JPEG, PNG or WebP without decoding pixels, so that the captures of thousands of cameras
 * cost little. Null if the picture is incomplete; undefined for another kind of file.
 */
export function readPictureShape(file: Buffer, mime: string): PictureShape | null | undefined {
  return readers[mime]?.(file)
}

/** @param size of the file in bytes */
export function fitsPictureLimits(
  { width, height, end }: PictureShape,
  size: number,
  rule: StudentPictureLimits,
): boolean {
  const pixels = width * height
  return pixels > 0 && pixels <= rule.maxPixels && (!rule.exact || end === size)
}

const readers: Record<string, (file: Buffer) => PictureShape | null> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

function readPng(file: Buffer): PictureShape | null {
  let size: { width: number; height: number } | null = null
  for (let at = 8, parts = 0; at + 12 <= file.length; parts += 1) {
    if (parts > mostParts) return null
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    if (!size && (type !== 'IHDR' || length !== 13)) return null
    size ??= { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    if (type === 'IEND') return { ...size, end }
    at = end
  }
  return null
}

function readJpeg(file: Buffer): PictureShape | null {
  let size: { width: number; height: number } | null = null
  for (let at = 2, parts = 0; at + 4 <= file.length; parts += 1) {
    if (file[at] !== 0xff || parts > mostParts) return null
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return size && { ...size, end: at + 2 }
    else {
      const next = at + 2 + file.readUInt16BE(at + 2)
      if (isFrame(marker)) {
        if (at + 9 > file.length) return null
        size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
      }
      at = marker === 0xda ? afterScan(file, next) : next
      if (at + 2 === file.length && file[at] === 0xff && file[at + 1] === 0xd9) return size && { ...size, end: at + 2 }
    }
  }
  return null
}

/** Frame markers are SOF0–SOF15 without the table markers between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Finds the next marker after scan data; 0xff 0x00 and restart markers are data. */
function afterScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

function readWebp(file: Buffer): PictureShape | null {
  if (file.length < 30) return null
  const end = file.readUInt32LE(4) + 8
  if (end > file.length || countChunks(file, end) > mostParts) return null
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1, end }
  if (kind === 'VP8L') {
    const bits = file.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, end }
  }
  if (kind !== 'VP8 ') return null
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff, end }
}

function countChunks(file: Buffer, end: number): number {
  let count = 0
  for (let at = 12; at + 8 <= end && count <= mostParts; count += 1)
    at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2)
  return count
}
