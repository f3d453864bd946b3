import decodeQR from 'qr/decode.js'

const longest = 4000
/** A QR code may be too fine or too coarse at one size, so try several. */
const sides = [800, 400, 1600]
/** Milliseconds for each size. */
const timeLimit = 1000

/** Returns null if the code is unreadable. Runs in a worker, because the file comes from outside. */
export async function readQrCode(picture: Buffer): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  for (const side of sides) {
    const { data, info } = await sharp(picture)
      .resize({ width: side, height: side, fit: 'inside', kernel: 'nearest' })
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const text = decoded({ data, width: info.width, height: info.height })
    if (text) return text.slice(0, longest).toWellFormed().replaceAll('\0', '')
  }
  return null
}

function decoded(image: { data: Buffer; width: number; height: number }): string | null {
  try {
    return decodeQR(image, { timeLimit })
  } catch {
    return null
  }
}
