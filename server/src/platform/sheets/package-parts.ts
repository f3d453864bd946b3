import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { UnreadableFile } from './unreadable.ts'
import { readXml, type XmlReader } from './xml.ts'

/** Maximum unpacked size in bytes; 20,000 questions need a tenth of it. */
const mostUnpacked = 150 * 1024 * 1024
const pieceBytes = 256 * 1024

const tooLarge = 'Excel 文件解压后过大，请分成几个文件'

/** The parts of a workbook package, which are unpacked only when they are read. */
export interface PackageParts {
  has(name: string): boolean
  /** @throws UnreadableFile when the parts read so far are too large together. */
  read(name: string, reader: XmlReader): Promise<void>
  relationsOf(name: string): Promise<WorkbookPartRelation[]>
}

export interface WorkbookPartRelation {
  id: string
  kind: string
  target: string
}

/** Counts the bytes while unpacking, because the sizes in the file may be wrong. */
export async function openWorkbookPackage(bytes: Uint8Array): Promise<PackageParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes), {
    lazyEntries: true,
    validateEntrySizes: true,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const key = keyOf(entry.fileName)
    if (entries.has(key)) throw new Error('two parts of one name')
    if (entry.uncompressedSize > mostUnpacked && key.endsWith('.xml')) throw new UnreadableFile(tooLarge)
    entries.set(key, entry)
  }
  let left = mostUnpacked
  const read = async (name: string, reader: XmlReader) => {
    const entry = entries.get(keyOf(name))
    if (!entry) throw new Error('a part that is not there')
    left -= entry.uncompressedSize
    if (left < 0) throw new UnreadableFile(tooLarge)
    // A ZIP entry that is longer than the ZIP directory says raises an error.
    await readXml(checked(await zip.openReadStreamPromise(entry), entry.crc32), reader)
  }
  return {
    has: (name) =>
      name.endsWith('/') ? [...entries.keys()].some((key) => key.startsWith(keyOf(name))) : entries.has(keyOf(name)),
    read,
    relationsOf: async (name) => {
      const found: WorkbookPartRelation[] = []
      const at = name.lastIndexOf('/') + 1
      const folder = name.slice(0, at)
      const list = `${folder}_rels/${name.slice(at)}.rels`
      if (!entries.has(keyOf(list))) return found
      await read(list, {
        open: (element, attribute) => {
          if (element !== 'Relationship' || attribute('TargetMode') === 'External') return
          const kind = (attribute('Type') ?? '').split('/').at(-1) ?? ''
          const target = partName(folder, attribute('Target') ?? '')
          found.push({ id: attribute('Id') ?? '', kind, target })
        },
      })
      return found
    },
  }
}

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function partName(folder: string, target: string): string {
  const said = decoded(target.replaceAll('\\', '/'))
  const steps: string[] = []
  for (const step of (said.startsWith('/') ? said : `${folder}${said}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** @throws Error at the end when the checksum is wrong. */
async function* checked(stream: AsyncIterable<Buffer>, sum: number): AsyncGenerator<Buffer> {
  let crc = 0
  let waiting: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    crc = crc32(piece, crc)
    waiting.push(piece)
    length += piece.length
    if (length < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
  if (crc !== sum) throw new Error('wrong checksum')
}
