import decodeQR from 'qr/decode.js'

/** as the table keeps it; a code holds no more */
const longest = 4000
/** the sides at which it is looked for: what is too fine or too coarse at one is seen at another */
const sides = [800, 400, 1600]
/** for each of them */
const timeLimit = 1000

/** What the QR in a picture says; null where none can be read. Runs where a file from outside is read. */
export async function readCode(picture: Buffer): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  for (const side of sides) {
    const { data, info } = await sharp(picture)
      .resize({ width: side, height: side, fit: 'inside', kernel: 'nearest' })
      // what is transparent is paper
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
