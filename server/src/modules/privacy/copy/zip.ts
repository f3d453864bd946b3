import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** One thing of a ZIP. */
export interface Entry {
  name: string
  /** as it is: a picture is packed already */
  stored?: boolean
  pieces(): AsyncIterable<Uint8Array>
}

/** A ZIP, given away while it grows: whatever it holds, no more of it lies in memory than a piece of one entry. */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncIterable<Buffer> {
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

/** A text as an entry's pieces. */
export async function* textPieces(
  parts: Iterable<string> | AsyncIterable<string>,
): AsyncIterable<Uint8Array> {
  const text = new TextEncoder()
  for await (const part of parts) yield text.encode(part)
}
