import { type FileKind, fileKindByteCount, fileKindOf, wrongFileKindText } from '@ce/contract/file-kinds'

export interface PictureRule {
  /** Kinds of files that are sent unchanged. */
  accepts: readonly FileKind[]
  allowed: string
  /** Whether files of unknown kinds are also sent, so that the server decides about them. */
  takesFiles: boolean
  /** Bytes from which a picture is made smaller. */
  shrinksFrom: number
  /** Pixels of the longer side after redrawing. */
  longest: number
  /** JPEG quality from 0 to 1. */
  quality: number
}

const noShrinking = Number.POSITIVE_INFINITY

export const pictureRules = {
  AVATAR: {
    accepts: ['jpeg', 'png', 'webp'],
    allowed: 'JPG、PNG 或 WebP 图片',
    takesFiles: false,
    shrinksFrom: 0,
    longest: 640,
    quality: 0.88,
  },
  EVIDENCE: {
    accepts: ['jpeg', 'png', 'pdf'],
    allowed: 'PDF、JPG 或 PNG 文件',
    takesFiles: false,
    shrinksFrom: 3 * 1024 * 1024,
    longest: 3000,
    quality: 0.85,
  },
  PICTURE: {
    accepts: ['jpeg', 'png', 'movingPng', 'webp', 'gif', 'avif'],
    allowed: 'JPG、PNG、WebP、GIF 或 AVIF 图片',
    takesFiles: false,
    shrinksFrom: noShrinking,
    longest: 8000,
    quality: 0.92,
  },
  ATTACHMENT: {
    accepts: ['jpeg', 'png', 'pdf'],
    allowed: 'PDF、DOCX、XLSX、PPTX、OFD、ZIP、JPG 或 PNG 文件',
    takesFiles: true,
    shrinksFrom: noShrinking,
    longest: 8000,
    quality: 0.92,
  },
} as const satisfies Record<string, PictureRule>

/** Phones use another list, because an iPhone sends JPEG when HEIC is not in it. */
export const desktopPictureTypes = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp'

/** Thrown for a picture that cannot be used. The message explains how to get a usable one. */
export class UnusablePicture extends Error {}

const drawable: ReadonlySet<FileKind | null> = new Set<FileKind>([
  ...(['jpeg', 'png', 'movingPng', 'gif', 'webp', 'avif', 'heic'] as const),
  ...(['tiff', 'bmp', 'icon', 'jpeg2000', 'jpegXl'] as const),
])

/** Most pixels of a redrawn picture, because a phone's canvas cannot have more. */
const mostPixels = 16_000_000

/** Redraws other or large pictures as JPEG. The content decides the kind, not the name. @throws UnusablePicture */
export async function preparePicture(file: File, rule: PictureRule, draw: typeof redrawn = redrawn): Promise<File> {
  const kind = fileKindOf(new Uint8Array(await file.slice(0, fileKindByteCount).arrayBuffer()))
  const isTaken = kind !== null && rule.accepts.includes(kind)
  const isPicture = drawable.has(kind)
  if (isTaken && (!isPicture || file.size < rule.shrinksFrom)) return file
  if (kind === null && rule.takesFiles) return file
  const drawn = isPicture ? await draw(file, rule) : null
  if (drawn && !(isTaken && drawn.size >= file.size)) return asJpeg(drawn, file.name)
  if (isTaken) return file
  throw new UnusablePicture(wrongFileKindText(kind, rule.allowed))
}

const asJpeg = (drawn: Blob, name: string) =>
  new File([drawn], `${name.replace(/\.[^.]*$/, '') || '图片'}.jpg`, { type: 'image/jpeg' })

async function redrawn(
  file: Blob,
  { longest, quality }: Pick<PictureRule, 'longest' | 'quality'>,
): Promise<Blob | null> {
  const picture = await decodePicture(file)
  if (!picture) return null
  try {
    const { width, height } = pictureSize(picture)
    const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(mostPixels / (width * height)))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return null
    // JPEG has no transparency, which would turn black.
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
  } catch {
    return null
  } finally {
    if ('close' in picture) picture.close()
  }
}

type Decoded = ImageBitmap | HTMLImageElement

export const pictureSize = (picture: Decoded) =>
  'naturalWidth' in picture ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture

/** Decodes a picture. Safari decodes some kinds, such as HEIC, only in an `<img>`. Returns null when both ways fail. */
export async function decodePicture(file: Blob): Promise<Decoded | null> {
  try {
    /**
     * Do not pass the option 'from-image': pictures are upright without it, and Chrome before 112 and Safari before 16
     * throw at it.
     */
    return await createImageBitmap(file)
  } catch {
    return decodeInElement(file)
  }
}

async function decodeInElement(file: Blob): Promise<HTMLImageElement | null> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture.naturalWidth > 0 ? picture : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}
