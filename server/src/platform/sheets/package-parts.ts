import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { UnreadableFile } from './unreadable.ts'
import { readXml, type XmlReader } from './xml.ts'

/** bytes; 20,000 questions are a tenth of it */
const mostUnpacked = 150 * 1024 * 1024
/** handed to the parser at once */
const pieceBytes = 256 * 1024

const tooLarge = 'Excel 文件解压后过大，请分成几个文件'

/** The parts of a workbook, unpacked when they are read, and only those. */
export interface PackageParts {
  /** of a part's name in any case, or of a folder that ends with a slash */
  has(name: string): boolean
  /** Reads a part from its beginning to its end. @throws UnreadableFile where all that was read is too large */
  read(name: string, reader: XmlReader): Promise<void>
  /** The parts that a part names, by their identifiers. */
  relationsOf(name: string): Promise<Relation[]>
}

export interface Relation {
  id: string
  /** the last word of its type: worksheet, styles, sharedStrings … */
  kind: string
  /** a part's name */
  target: string
}

/** Opens a package under our own count: nothing is believed of the sizes that a file tells. */
export async function openPackage(bytes: Uint8Array): Promise<PackageParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes), {
    lazyEntries: true,
    validateEntrySizes: true,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const key = keyOf(entry.fileName)
    if (entries.has(key)) throw new Error('two parts of one name')
    if (entry.uncompressedSize > mostUnpacked && key.endsWith('.xml'))
      throw new UnreadableFile(tooLarge)
    entries.set(key, entry)
  }
  let left = mostUnpacked
  const read = async (name: string, reader: XmlReader) => {
    const entry = entries.get(keyOf(name))
    if (!entry) throw new Error('a part that is not there')
    left -= entry.uncompressedSize
    if (left < 0) throw new UnreadableFile(tooLarge)
    // more bytes than the list said is an error
    await readXml(checked(await zip.openReadStreamPromise(entry), entry.crc32), reader)
  }
  return {
    has: (name) =>
      name.endsWith('/')
        ? [...entries.keys()].some((key) => key.startsWith(keyOf(name)))
        : entries.has(keyOf(name)),
    read,
    relationsOf: async (name) => {
      const found: Relation[] = []
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

/** A target is a path from the root of the package, or from the folder of the part that names it. */
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

/** The bytes of an entry in pieces of some size. @throws Error at its end where its sum is another one */
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
