import decodeQR from 'qr/decode.js'

/** A frame or picture as it can be drawn. */
type Drawable = CanvasImageSource

/** Reads a QR: by the browser where it can, else by our own decoder. null: there is none to be seen. */
export async function readQr(
  picture: Drawable,
  size: { width: number; height: number },
  effort: 'FRAME' | 'PICTURE',
): Promise<string | null> {
  const detected = await detect(picture)
  if (detected) return detected
  // a photo is larger than what can be told apart in it; a page seen whole has the code quite small
  for (const longest of effort === 'PICTURE' ? [1600, 900, 2800] : [1280]) {
    const text = decode(picture, size, longest, effort)
    if (text) return text
  }
  return null
}

interface Detector {
  detect(picture: Drawable): Promise<{ rawValue: string }[]>
}
type Detecting = typeof globalThis & {
  BarcodeDetector?: new (options: { formats: string[] }) => Detector
}

async function detect(picture: Drawable): Promise<string | null> {
  const { BarcodeDetector } = globalThis as Detecting
  if (!BarcodeDetector) return null
  try {
    const [found] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(picture)
    return found?.rawValue ?? null
  } catch {
    return null
  }
}

let canvas: HTMLCanvasElement | undefined

function decode(
  picture: Drawable,
  { width, height }: { width: number; height: number },
  longest: number,
  effort: 'FRAME' | 'PICTURE',
): string | null {
  const scale = Math.min(1, longest / Math.max(width, height))
  canvas ??= document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  // what is transparent is paper
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  try {
    const image = context.getImageData(0, 0, canvas.width, canvas.height)
    return decodeQR(image, effort === 'PICTURE' ? { timeLimit: 1500 } : {})
  } catch {
    return null
  }
}
