import { type FileKind, fileKindOf } from '@ce/contract/file-kinds'
import { readPictureShape } from './picture-shape.ts'

export interface WebPicture {
  content: Buffer
  /** Width in pixels. */
  width: number
  height: number
  /** Upright size before scaling, as the user knows the picture. */
  given: { width: number; height: number }
}

/** Long pictures are allowed, but a WebP picture can have at most 16,383 pixels in height. */
const maxWidth = 1600
const maxHeight = 16_000
/** Allows photos of 50 megapixel phones but no decompression bombs. */
const maxPixels = 60_000_000

/** Maps the type by first bytes to the format that sharp must report. */
const formats: Readonly<Partial<Record<FileKind, string>>> = {
  jpeg: 'jpeg',
  png: 'png',
  movingPng: 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
}

/** Encodes the pixels again, so that nothing hidden survives: first frame, upright, at most 1600 px wide. */
export async function toWebPicture(file: Buffer): Promise<WebPicture | 'wrongType' | 'badPicture'> {
  const kind = fileKindOf(file)
  const format = kind && formats[kind]
  if (!format) return 'wrongType'
  // sharp does not refuse a PNG with a million chunks, so check its structure first.
  if (format === 'png' && !readPictureShape(file, 'image/png')) return 'badPicture'
  return draw(file, format).catch(() => 'badPicture' as const)
}

async function draw(file: Buffer, format: string): Promise<WebPicture | 'badPicture'> {
  // Load sharp on first use, because it takes 65 ms.
  const { default: sharp } = await import('sharp')
  // The pixel limit applies before decoding; `failOn` refuses damaged files.
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
  const { format: found, autoOrient: given } = await image.metadata()
  if (found !== format) return 'badPicture'
  const { data, info } = await image
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height, given }
}
