import { createHash, type Hash, randomUUID } from 'node:crypto'
import { isConnectionLost } from '../../../platform/db/connection-lost.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Content } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import type { NewFile } from '../store/files.ts'

type Kept = Pick<NewFile, 'ownerId' | 'purpose' | 'name' | 'mime' | 'keepDays'> &
  Partial<Pick<NewFile, 'staffId' | 'width' | 'height' | 'media' | 'qrText'>> & {
    content: Pick<Content, 'pieces'>
  }

/** A key of the file store that nobody can guess, spread over 256 folders. */
export function randomKey(): string {
  const random = randomUUID()
  return `${random.slice(0, 2)}/${random}`
}

/** The folders of such keys, one for each minute, all of them in little more than four hours. */
export function folderOfMinute(now = Date.now()): string {
  return (Math.floor(now / 60_000) % 256).toString(16).padStart(2, '0')
}

/**
 * Content first, durable, then the row that names it by its key: a row never names bytes that may be lost; without a row they go again.
 * `enter` gives nothing where no row was written.
 */
export async function putThenEnter<Entered>(
  files: Pick<FileStore, 'put' | 'remove'>,
  content: Parameters<FileStore['put']>[1],
  enter: (key: string) => Promise<Entered>,
): Promise<Entered> {
  const key = randomKey()
  await files.put(key, content)
  const entered = await enter(key).catch(async (error: unknown) => {
    // the row may have been committed: bytes that nothing names cost space, a row without its bytes costs the lesson
    if (!isConnectionLost(error)) await files.remove(key)
    throw error
  })
  if (!entered) await files.remove(key)
  return entered
}

/** Keeps a file and its row. @returns what `insert` gives: undefined where the file was not wanted after all */
export function keep(
  deps: Pick<Deps, 'files'>,
  file: Kept,
  insert: (row: NewFile) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { content, ...row } = file
  const seen = { hash: createHash('sha256'), size: 0 }
  return putThenEnter(deps.files, measured(content, seen), (storageKey) => {
    const more = { storageKey, size: seen.size, sha256: seen.hash.digest() }
    return insert({ staffId: null, width: null, height: null, ...row, ...more })
  })
}

/** The pieces of a content, with their hash and size once they have passed. */
export async function* measured(
  content: Pick<Content, 'pieces'>,
  seen: { hash: Hash; size: number },
): AsyncIterable<Buffer> {
  for await (const piece of content.pieces()) {
    seen.hash.update(piece)
    seen.size += piece.length
    yield piece
  }
}
