import { createHash, type Hash, randomUUID } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import type { Content } from '../content.ts'
import type { NewFile } from '../store/files.ts'

type Kept = Pick<NewFile, 'ownerId' | 'purpose' | 'name' | 'mime' | 'keepDays'> &
  Partial<Pick<NewFile, 'staffId' | 'width' | 'height' | 'media'>> & {
    content: Pick<Content, 'pieces'>
  }

/** A key of the file store that nobody can guess, spread over 256 folders. */
export function randomKey(): string {
  const random = randomUUID()
  return `${random.slice(0, 2)}/${random}`
}

/** Content first, durable, then the row: a row never names bytes that may be lost; without a row they go again. */
export async function keep(
  deps: Pick<Deps, 'files'>,
  file: Kept,
  insert: (row: NewFile) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { content, ...row } = file
  const storageKey = randomKey()
  const seen = { hash: createHash('sha256'), size: 0 }
  await deps.files.put(storageKey, measured(content, seen))
  const more = { storageKey, size: seen.size, sha256: seen.hash.digest() }
  const id = await insert({ staffId: null, width: null, height: null, ...row, ...more }).catch(
    async (error: unknown) => {
      await deps.files.remove(storageKey)
      throw error
    },
  )
  if (!id) await deps.files.remove(storageKey)
  return id
}

async function* measured(
  content: Pick<Content, 'pieces'>,
  seen: { hash: Hash; size: number },
): AsyncIterable<Buffer> {
  for await (const piece of content.pieces()) {
    seen.hash.update(piece)
    seen.size += piece.length
    yield piece
  }
}

/** The whole of a stored file; only for what its limit keeps small enough. */
export async function readContent(
  deps: Pick<Deps, 'files'>,
  file: { storageKey: string; size: number },
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const range = { start: 0, end: file.size - 1 }
  for await (const piece of deps.files.read(file.storageKey, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}
