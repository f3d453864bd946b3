/**
 * Removes what the camera stored beside the picture in a JPEG, PNG or WebP: location, device, thumbnails. The pixels
 * and the Exif orientation stay. @param picture without data after its end, such as the film of a moving picture
 */
export function removeMetadata(picture: Buffer, mime: string): Buffer {
  return cleaners[mime]?.(picture) ?? picture
}

const cleaners: Record<string, (picture: Buffer) => Buffer> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
}

/** Filters JPEG segments up to the first scan and copies the rest. */
function cleanJpeg(picture: Buffer): Buffer {
  const kept: Buffer[] = []
  let upright = true
  let at = 2
  while (picture[at + 1] !== 0xda && picture[at + 1] !== 0xd9) {
    if (picture[at + 1] === 0xff) {
      at += 1
      continue
    }
    const segment = picture.subarray(at, at + 2 + picture.readUInt16BE(at + 2))
    if (isSeen(segment)) kept.push(segment)
    const turned = orientationOf(segment)
    if (turned && upright) {
      kept.push(exifOf(turned))
      upright = false
    }
    at += segment.length
  }
  return Buffer.concat([picture.subarray(0, 2), ...kept, picture.subarray(at)])
}

const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name

function isSeen(segment: Buffer): boolean {
  const marker = segment[1] ?? 0
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === 0xe0) return startsWith(segment, 'JFIF\0')
  if (marker === 0xe2) return startsWith(segment, 'ICC_PROFILE\0')
  // The Adobe segment defines the colour space, so keep it.
  return marker === 0xee
}

const exifName = 'Exif\0\0'
const tiffAt = 4 + exifName.length
const orientationTag = 0x0112

function orientationOf(segment: Buffer): number | null {
  if (segment[1] !== 0xe1 || !startsWith(segment, exifName)) return null
  const tiff = segment.subarray(tiffAt)
  if (tiff.length < 8) return null
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return null
  for (let entry = 0; entry < short(first); entry += 1) {
    const at = first + 2 + entry * 12
    if (at + 12 > tiff.length) return null
    if (short(at) !== orientationTag) continue
    const orientation = short(at + 8)
    return orientation >= 2 && orientation <= 8 ? orientation : null
  }
  return null
}

function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifName.length + tiff.length])
  return Buffer.concat([head, Buffer.from(exifName, 'latin1'), tiff])
}

/** PNG chunks with metadata: Exif, text (such as XMP), time and origin. */
const pngMetadata = /^(eXIf|tEXt|zTXt|iTXt|tIME|caBX)$/

function cleanPng(picture: Buffer): Buffer {
  const kept = [picture.subarray(0, 8)]
  for (let at = 8; at + 12 <= picture.length; ) {
    const chunk = picture.subarray(at, at + 12 + picture.readUInt32BE(at))
    if (!pngMetadata.test(chunk.toString('latin1', 4, 8))) kept.push(chunk)
    at += chunk.length
  }
  return Buffer.concat(kept)
}

const webpMetadata = 0b1100

function cleanWebp(picture: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= picture.length; ) {
    const size = picture.readUInt32LE(at + 4)
    const chunk = Buffer.from(picture.subarray(at, at + 8 + size + (size % 2)))
    const name = chunk.toString('latin1', 0, 4)
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~webpMetadata
    if (name !== 'EXIF' && name !== 'XMP ') kept.push(chunk)
    at += chunk.length
  }
  const chunks = Buffer.concat(kept)
  const head = Buffer.from(picture.subarray(0, 12))
  head.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([head, chunks])
}
