import { crc32 } from 'node:zlib'

/**
 * Parts of a file – chunks of a PNG, segments of a JPEG –, of which cameras and editors write some thousand at most. A file of nothing but
 * empty ones would be a million turns of a loop.
 */
export const mostParts = 20_000

interface Shape {
  width: number
  height: number
  /** where the picture ends in the file */
  end: number
}

/** What a picture of a student may be. */
export interface ShapeRule {
  /** a small file that unfolds to gigabytes is none */
  maxPixels: number
  /** nothing may follow the picture: a camera of ours writes nothing there. Phones do (moving pictures) */
  exact: boolean
}

/**
 * Whether a JPEG, PNG or WebP is whole and of a sensible size, by its structure alone: no pixel is unfolded, so that
 * four thousand cameras at the start of an exam cost nothing.
 */
export function isSoundPicture(file: Buffer, mime: string, rule: ShapeRule): boolean {
  const read = readers[mime]
  if (!read) return true
  const shape = read(file)
  if (!shape || shape.width * shape.height > rule.maxPixels || shape.width * shape.height === 0)
    return false
  return !rule.exact || shape.end === file.length
}

/** The sides of a JPEG, PNG or WebP as they stand in the file; null for anything else. */
export function sidesOfPicture(file: Buffer, mime: string) {
  return readers[mime]?.(file) ?? null
}

/** Where a whole picture ends in its file; null for anything else. */
export function endOfPicture(file: Buffer, mime: string): number | null {
  return readers[mime]?.(file)?.end ?? null
}

const readers: Record<string, (file: Buffer) => Shape | null> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

/** Chunk by chunk, each with its checksum, from IHDR to IEND. */
function readPng(file: Buffer): Shape | null {
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

/** Segment by segment, through every scan, to the end marker. */
function readJpeg(file: Buffer): Shape | null {
  let size: { width: number; height: number } | null = null
  for (let at = 2, parts = 0; at + 4 <= file.length; parts += 1) {
    if (file[at] !== 0xff || parts > mostParts) return null
    const marker = file[at + 1] ?? 0
    // fill bytes before a marker
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return size && { ...size, end: at + 2 }
    else {
      const next = at + 2 + file.readUInt16BE(at + 2)
      if (isFrame(marker)) {
        if (at + 9 > file.length) return null
        size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
      }
      at = marker === 0xda ? afterScan(file, next) : next
      // the end marker may be the last two bytes
      if (at + 2 === file.length && file[at] === 0xff && file[at + 1] === 0xd9)
        return size && { ...size, end: at + 2 }
    }
  }
  return null
}

/** SOF0 … SOF15 without the tables that have numbers between theirs */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** The next marker behind a scan's data, where 0xff is followed by 0 or a restart number. Byte by byte: a scan may be nothing but 0xff 0. */
function afterScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

/** RIFF says how long it is; its first chunk says how large the picture is. */
function readWebp(file: Buffer): Shape | null {
  if (file.length < 30) return null
  const end = file.readUInt32LE(4) + 8
  if (end > file.length || countChunks(file, end) > mostParts) return null
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1, end }
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
