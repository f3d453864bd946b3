import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: string | Buffer
  /** Unix file type and mode, such as 0o120777 for a link. */
  mode?: number
  encrypted?: boolean
  claimedSize?: number
  claimedCrc?: number
}

/** Builds a ZIP of any entries, including invalid ones. */
export function buildZip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, packed, common } = encoded(entry)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    common.copy(local, 4)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((3 << 8) | 20, 4)
    common.copy(central, 6)
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    bodies.push(local, name, packed)
    list.push(central, name)
    offset += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

/**
 * Encodes the parts of an entry. `common` are the 26 bytes that the ZIP directory and the entry's header both contain.
 */
function encoded(entry: ZipEntry) {
  const content = Buffer.from(entry.content ?? '')
  const name = Buffer.from(entry.name)
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  const utf8 = typeof entry.name === 'string' ? 0x800 : 0
  common.writeUInt16LE(utf8 | (entry.encrypted ? 1 : 0), 2)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(entry.claimedSize ?? content.length, 18)
  common.writeUInt16LE(name.length, 22)
  return { name, packed, common }
}
