import { inflateSync } from 'node:zlib'
import { endOfPicture } from './picture-shape.ts'

/**
 * A whole JPEG, PNG or WebP as it is seen, without what its camera wrote beside it: the place where it was taken, the device, small
 * copies, the film of a moving picture. No pixel is touched. Of Exif only which way up it is stays; anything else comes
 * back as it is.
 */
export function withoutMetadata(file: Buffer, mime: string): Buffer {
  const clean = cleaners[mime]
  const end = endOfPicture(file, mime)
  return clean && end !== null ? clean(file.subarray(0, end)) : file
}

const cleaners: Record<string, (picture: Buffer) => Buffer> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
}

/** Segments up to the first scan are looked at one by one; from there on it is the picture. */
function cleanJpeg(picture: Buffer): Buffer {
  const kept: Buffer[] = []
  let upright = true
  let at = 2
  // a scan, or the end of a picture without one
  while (picture[at + 1] !== 0xda && picture[at + 1] !== 0xd9) {
    // fill bytes before a marker
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

const startsWith = (segment: Buffer, name: string) =>
  segment.toString('latin1', 4, 4 + name.length) === name

/** Whether a segment says how the pixels are made; comments and the applications' own say other things. */
function isSeen(segment: Buffer): boolean {
  const marker = segment[1] ?? 0
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === 0xe0) return startsWith(segment, 'JFIF\0')
  if (marker === 0xe2) return startsWith(segment, 'ICC_PROFILE\0')
  // Adobe's says which colours they are
  return marker === 0xee
}

const exifName = 'Exif\0\0'
/** where the TIFF inside an Exif segment begins */
const tiffAt = 4 + exifName.length
const orientationTag = 0x0112

/** 2 to 8 when an Exif segment says that the picture lies on its side or is mirrored, else null. */
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

/** An Exif segment that says nothing but this. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 0, 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  // one number of 16 bits
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifName.length + tiff.length])
  return Buffer.concat([head, Buffer.from(exifName, 'latin1'), tiff])
}

/** what a PNG says about itself: Exif, texts (XMP among them), the time, where it comes from */
const pngMetadata = /^(eXIf|tEXt|zTXt|iTXt|tIME|caBX)$/
/** texts that a decoder would unpack, to gigabytes where somebody means harm */
const pngTexts = /^(tEXt|zTXt|iTXt|caBX)$/

function cleanPng(picture: Buffer): Buffer {
  return pngWithout(picture, pngMetadata)
}

/** A PNG that is safe to decode: without its texts, and without a colour profile that unpacks to more than any has. */
export function withoutPackedTexts(picture: Buffer): Buffer {
  return pngWithout(picture, pngTexts)
}

function pngWithout(picture: Buffer, left: RegExp): Buffer {
  const kept = [picture.subarray(0, 8)]
  let profiles = 0
  for (let at = 8; at + 12 <= picture.length; ) {
    const chunk = picture.subarray(at, at + 12 + picture.readUInt32BE(at))
    const type = chunk.toString('latin1', 4, 8)
    if (type === 'iCCP') profiles += 1
    const isOdd = type === 'iCCP' && (profiles > 1 || !isHonestProfile(chunk.subarray(8, -4)))
    if (!left.test(type) && !isOdd) kept.push(chunk)
    at += chunk.length
  }
  return Buffer.concat(kept)
}

/** bytes; those of printers, the largest there are, have two million */
const mostProfile = 4 * 1024 * 1024

/** A profile as iCCP has it: a name, a zero, the method, what was packed. */
function isHonestProfile(chunk: Buffer): boolean {
  try {
    inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: mostProfile })
    return true
  } catch {
    return false
  }
}

/** the bits of VP8X that promise Exif and XMP */
const webpMetadata = 0b1100

function cleanWebp(picture: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= picture.length; ) {
    const size = picture.readUInt32LE(at + 4)
    // each begins at an even place
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
