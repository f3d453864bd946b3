import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** A real picture of one colour; chain `.png()`, `.jpeg()` … */
export function photo(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
}

/** A ZIP of texts by their paths. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Uint8Array[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const officeTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
/** An Office file as far as anybody can tell by its content type. */
export const office = (kind: string) =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${officeTypes}"><Override PartName="/word/document.xml" ContentType="application/${kind}.main+xml"/></Types>`,
    'word/document.xml': '<w/>',
  })
export const word = () => office('vnd.openxmlformats-officedocument.wordprocessingml.document')
