import { type FileKind, kindBytes, kindOfFile, wrongKindWords } from '@ce/contract/file-kinds'

/** How pictures for one purpose are made ready before they are sent. The server looks again, at the content. */
export interface PictureRule {
  /** what is sent as it is */
  accepts: readonly FileKind[]
  /** the same as a person reads it */
  allowed: string
  /** whether other kinds than pictures are the server's to judge */
  takesFiles: boolean
  /** bytes from which a picture is made smaller */
  shrinksFrom: number
  /** pixels of the longer side, once it is drawn anew */
  longest: number
  /** of the JPEG, 0 to 1 */
  quality: number
}

const noShrinking = Number.POSITIVE_INFINITY

export const pictureRules = {
  // a picture of a person, twice over, on the densest screens
  AVATAR: {
    accepts: ['jpeg', 'png', 'webp'],
    allowed: 'JPG、PNG 或 WebP 图片',
    takesFiles: false,
    shrinksFrom: 0,
    longest: 640,
    quality: 0.88,
  },
  // a page of A4 stays readable; a photo below the limit stays as sharp as it was taken
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

/**
 * What a file chooser on a computer offers. Not on a phone: an iPhone gives a JPEG of its own making where HEIC is not asked for.
 */
export const deskPictures = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp'

/** The file can be made into no picture that is taken; the message says how to get one. */
export class UnusablePicture extends Error {}

/** what a browser may be able to draw; it is tried, for what a browser can differs by its version and its system */
const drawable: ReadonlySet<FileKind | null> = new Set<FileKind>([
  ...(['jpeg', 'png', 'movingPng', 'gif', 'webp', 'avif', 'heic'] as const),
  ...(['tiff', 'bmp', 'icon', 'jpeg2000', 'jpegXl'] as const),
])

/** as many as a phone's canvas holds */
const mostPixels = 16_000_000

/**
 * The file as it is to be sent: a kind that is taken as it is, unless it is large; any other picture drawn anew as a JPEG where the browser
 * can. What a file is says its content, never its name.
 * @throws UnusablePicture
 */
export async function preparePicture(
  file: File,
  rule: PictureRule,
  draw: typeof redrawn = redrawn,
): Promise<File> {
  const kind = kindOfFile(new Uint8Array(await file.slice(0, kindBytes).arrayBuffer()))
  const isTaken = kind !== null && rule.accepts.includes(kind)
  const isPicture = drawable.has(kind)
  if (isTaken && (!isPicture || file.size < rule.shrinksFrom)) return file
  if (kind === null && rule.takesFiles) return file
  const drawn = isPicture ? await draw(file, rule) : null
  if (drawn && !(isTaken && drawn.size >= file.size)) return asJpeg(drawn, file.name)
  if (isTaken) return file
  throw new UnusablePicture(wrongKindWords(kind, rule.allowed))
}

const asJpeg = (drawn: Blob, name: string) =>
  new File([drawn], `${name.replace(/\.[^.]*$/, '') || '图片'}.jpg`, { type: 'image/jpeg' })

/** A picture drawn anew as a JPEG, upright and no larger than wanted; null when this browser cannot draw it. */
async function redrawn(
  file: Blob,
  { longest, quality }: Pick<PictureRule, 'longest' | 'quality'>,
): Promise<Blob | null> {
  const picture = await decodePicture(file)
  if (!picture) return null
  try {
    const { width, height } = pictureSize(picture)
    const scale = Math.min(
      1,
      longest / Math.max(width, height),
      Math.sqrt(mostPixels / (width * height)),
    )
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return null
    // a JPEG has no see-through: it would turn black
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
  'naturalWidth' in picture
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : picture

/** Safari shows some kinds, HEIC among them, in an <img> that it does not give as a bitmap. Null where neither can. */
export async function decodePicture(file: Blob): Promise<Decoded | null> {
  try {
    // upright without being asked; Chrome before 112 and Safari before 16 throw at the word 'from-image'
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
