import decodeQR from 'qr/decode.js'

type Drawable = CanvasImageSource

/**
 * A proof has two QR codes, and the first accepted one counts. @returns its text, or another text when none is accepted
 */
export async function readQr(
  picture: Drawable,
  size: { width: number; height: number },
  effort: 'FRAME' | 'PICTURE',
  accepts: (text: string) => boolean = () => true,
): Promise<string | null> {
  const detected = await detect(picture)
  const [first] = detected
  let seen = detected.find(accepts)
  if (seen !== undefined) return seen
  seen = first
  // The QR code is small on a photo of a whole page, so several sizes are tried.
  for (const longest of effort === 'PICTURE' ? [1600, 900, 2800] : [1280])
    for (const text of decode(picture, size, longest, effort)) {
      if (accepts(text)) return text
      seen ??= text
    }
  return seen ?? null
}

interface Detector {
  detect(picture: Drawable): Promise<{ rawValue: string }[]>
}
type Detecting = typeof globalThis & {
  BarcodeDetector?: new (options: { formats: string[] }) => Detector
}

async function detect(picture: Drawable): Promise<string[]> {
  const { BarcodeDetector } = globalThis as Detecting
  if (!BarcodeDetector) return []
  try {
    const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(picture)
    return found.map(({ rawValue }) => rawValue)
  } catch {
    return []
  }
}

let canvas: HTMLCanvasElement | undefined

/** Each QR code is painted over after reading, so that the next one is found. */
function* decode(
  picture: Drawable,
  { width, height }: { width: number; height: number },
  longest: number,
  effort: 'FRAME' | 'PICTURE',
): Generator<string> {
  const scale = Math.min(1, longest / Math.max(width, height))
  canvas ??= document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (let count = 0; count < 2; count += 1) {
    const read = decodeCanvas(context, canvas, effort)
    if (!read) return
    yield read.text
    context.fillRect(read.at.x, read.at.y, read.at.width, read.at.height)
  }
}

function decodeCanvas(
  context: CanvasRenderingContext2D,
  { width, height }: HTMLCanvasElement,
  effort: 'FRAME' | 'PICTURE',
) {
  let at = { x: 0, y: 0, width: 0, height: 0 }
  try {
    const text = decodeQR(context.getImageData(0, 0, width, height), {
      ...(effort === 'PICTURE' ? { timeLimit: 1500 } : {}),
      pointsOnDetect: ({ boundingBox }) => {
        at = boundingBox
      },
    })
    return { text, at }
  } catch {
    return null
  }
}
