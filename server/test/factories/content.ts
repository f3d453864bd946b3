import pg from 'pg'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { world } from '../world.ts'

export function makeTestPicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0b6b5d' } })
}

export async function zipTexts(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Uint8Array[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const officeTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
export const makeOfficeFile = (kind: string) =>
  zipTexts({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${officeTypes}"><Override PartName="/word/document.xml" ContentType="application/${kind}.main+xml"/></Types>`,
    'word/document.xml': '<w/>',
  })
export const makeWordFile = () => makeOfficeFile('vnd.openxmlformats-officedocument.wordprocessingml.document')

/** Collects notifications of changed content, as every process gets them, once for each commit. */
export async function collectContentNotifications(): Promise<{ heard: string[]; client: pg.Client }> {
  const client = new pg.Client({ connectionString: world().databaseUrl })
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen content_changed')
  return { heard, client }
}
