import { type FileKind, kindOfFile } from '@ce/contract/file-kinds'
import { withoutPackedTexts } from './picture-metadata.ts'
import { endOfPicture } from './picture-shape.ts'

export interface Picture {
  content: Buffer
  /** pixels */
  width: number
  height: number
  /** upright, before it was made smaller: the figures that a person knows it by */
  given: { width: number; height: number }
}

/** A page is never wider; twice that for the height, or more: people post long drawings. WebP ends at 16383. */
const maxWidth = 1600
const maxHeight = 16_000
/** a phone of 50 megapixels still passes; a small file that unfolds to gigabytes does not */
const maxPixels = 60_000_000

/** kind by its first bytes → what sharp must find in it */
const formats: Readonly<Partial<Record<FileKind, string>>> = {
  jpeg: 'jpeg',
  png: 'png',
  movingPng: 'png',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
}

/**
 * Makes an uploaded picture fit for a page: turned as its camera says, nothing of its metadata left, at most 1600 px
 * wide, WebP. Drawn anew from pixels, so nothing hidden in the file survives. Of what moves, the first frame.
 * @returns 'wrongType' for what is no such picture (SVG among it), 'badPicture' for one that cannot be read or is too large
 */
export async function pictureForWeb(file: Buffer): Promise<Picture | 'wrongType' | 'badPicture'> {
  const kind = kindOfFile(file)
  const format = kind && formats[kind]
  if (!format) return 'wrongType'
  if (format !== 'png') return draw(file, format).catch(() => 'badPicture' as const)
  const end = endOfPicture(file, 'image/png')
  if (end === null) return 'badPicture'
  return draw(withoutPackedTexts(file.subarray(0, end)), format).catch(() => 'badPicture' as const)
}

async function draw(file: Buffer, format: string): Promise<Picture | 'badPicture'> {
  // loaded with the first picture: it would cost every start 65 ms
  const { default: sharp } = await import('sharp')
  // pixels are counted before any is unfolded; `failOn` refuses files that are cut off or damaged
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
  const { format: found, autoOrient: given } = await image.metadata()
  if (found !== format) return 'badPicture'
  const { data, info } = await image
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 84, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height, given }
}
