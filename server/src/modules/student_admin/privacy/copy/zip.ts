import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipOutputEntry {
  name: string
  stored?: boolean
  pieces(): AsyncIterable<Uint8Array>
}

/** Streams, so only one chunk of an entry is in memory. */
export async function* createZip(entries: AsyncIterable<ZipOutputEntry>): AsyncIterable<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(Buffer.from(piece))
  })
  for await (const { name, stored, pieces } of entries) {
    const entry = stored ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(entry)
    for await (const piece of pieces()) {
      entry.push(new Uint8Array(piece))
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

export async function* textChunks(parts: Iterable<string> | AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const text = new TextEncoder()
  for await (const part of parts) yield text.encode(part)
}
