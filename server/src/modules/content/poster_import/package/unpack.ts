import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type ByteContent, contentOfBuffer } from '../../../../platform/files/content.ts'
import type { PackageEntry } from './package.ts'
import { contentImportLimits } from './package.ts'
import { listZipEntries } from './zip-list.ts'

const pieceBytes = 256 * 1024
const headerBytes = 30

/** @throws Error if size or checksum differ from the ZIP list */
export async function* unpackEntry(source: ByteContent, { inner, ...entry }: PackageEntry): AsyncGenerator<Buffer> {
  if (inner === undefined) return yield* unpackOne(source, entry)
  const pieces: Buffer[] = []
  for await (const piece of unpackOne(source, entry)) pieces.push(piece)
  const within = contentOfBuffer(Buffer.concat(pieces))
  const found = (await listZipEntries(within)).find(({ path }) => path === inner)
  if (!found || found.bytes > contentImportLimits.assetBytes) throw new Error('no such picture')
  yield* unpackOne(within, found)
}

async function* unpackOne(source: ByteContent, { bytes, place }: PackageEntry): AsyncGenerator<Buffer> {
  if (!place) return yield* source.pieces()
  const header = await source.read(place.headerAt, headerBytes)
  if (header.length < headerBytes || header.readUInt32LE(0) !== 0x04034b50) throw new Error('no entry there')
  const start = place.headerAt + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = Readable.from(range(source, start, start + place.packedBytes))
  const pieces = place.isPacked ? packed.pipe(createInflateRaw()) : packed
  packed.on('error', (error) => pieces.destroy(error))
  let length = 0
  let sum = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > bytes) throw new Error('more than the list said')
    sum = crc32(piece, sum)
    yield piece
  }
  if (length !== bytes || sum !== place.crc32) throw new Error('other content than the list said')
}

async function* range(source: ByteContent, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const piece = await source.read(at, Math.min(end - at, pieceBytes))
    if (piece.length === 0) throw new Error('cut off')
    yield piece
    at += piece.length
  }
}
