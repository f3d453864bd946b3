import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { errorCodeOf } from '../error-code.ts'
import { makeFolder, syncFolder, writeFileAtomically } from './durable.ts'

export class MissingContentError extends Error {
  readonly storageKey: string
  constructor(storageKey: string, options?: ErrorOptions) {
    super(`the content ${storageKey} is missing`, options)
    this.storageKey = storageKey
  }
}

/** An outside store does not answer, or refuses us. `code` is its word for it and contains no name of a file. */
export class StoreUnavailableError extends Error {
  /** The store answered that we may not, or that there is no such bucket: asking again does not help. */
  readonly isRefusal: boolean
  constructor(code: string, { cause, isRefusal = false }: { cause?: unknown; isRefusal?: boolean } = {}) {
    super(`the file store cannot be used: ${code}`, { cause })
    this.isRefusal = isRefusal
  }
}

/** Nothing is known about any content. A store that refuses one content may give the others. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !error.isRefusal
}

/** At most this many missing contents wait for the job. More mean a disaster, which the check of all files finds. */
const mostWaiting = 1000

/**
 * Collects contents that were found missing, so that a job can check them and inform staff (docs/operations/files.md).
 */
export class MissingContentReports {
  readonly #keys = new Set<string>()

  report({ storageKey }: MissingContentError): void {
    if (this.#keys.size < mostWaiting) this.#keys.add(storageKey)
  }

  take(): string[] {
    const keys = [...this.#keys]
    this.#keys.clear()
    return keys
  }
}

export interface NamedPart {
  /** From 1 on. */
  number: number
  /** The store's word for the content of this part. */
  tag: string
}

export interface StoredPart extends NamedPart {
  size: number
}

/** Browsers send and read contents of an outside store themselves, by addresses that the portal signs. */
export interface DirectAccess {
  /** @returns the store's name for the upload */
  begin(key: string): Promise<string>
  /** What must be sent to store exactly this part, within 15 minutes. */
  signPart(
    key: string,
    part: { uploadId: string; number: number; size: number; sha256: string },
  ): Promise<{ url: string; headers: Record<string, string> }>
  /** @returns null when the upload has ended */
  list(key: string, uploadId: string): Promise<StoredPart[] | null>
  complete(key: string, upload: { uploadId: string; parts: readonly NamedPart[]; size: number }): Promise<void>
  abort(key: string, uploadId: string): Promise<void>
  /**
   * The same address for everybody who asks in the same ten minutes; it works for 20 minutes at least. Null when the
   * portal must send the content.
   */
  signRead(key: string, content: { mime: string; disposition: string }): Promise<string | null>
}

/** Where contents of files are stored: a folder, or an S3-compatible store, which may throw StoreUnavailableError. */
export interface FileStore {
  /** An outside store that failed several times in a row is not asked for a moment. */
  isPaused?(): boolean
  direct?: DirectAccess | undefined
  /** The stores that this one joins. */
  joins?: readonly FileStore[]
  /** Whether an outside store gives this content to somebody without a key. */
  isReadByAnybody?(key: string): Promise<boolean>
  /** A stream is never completely in memory, and an interrupted stream leaves no file. */
  put(key: string, content: Buffer | AsyncIterable<Buffer>): Promise<void>
  /** @throws MissingContentError. */
  size(key: string): Promise<number>
  /** Both ends of the range are inclusive. */
  read(key: string, range: { start: number; end: number }): Readable
  remove(key: string): Promise<void>
  /** @throws MissingContentError. */
  move(key: string, to: string): Promise<void>
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}

/** @returns null when the store has no such content */
export function findSize(files: FileStore, key: string): Promise<number | null> {
  return files.size(key).catch((error: unknown) => {
    if (error instanceof MissingContentError) return null
    throw error
  })
}

/** A reader who goes away ends the request that is under way. */
export function readableOf(pieces: (signal: AbortSignal) => AsyncIterable<Buffer>): Readable {
  const left = new AbortController()
  const readable = Readable.from(pieces(left.signal), { objectMode: false })
  const destroy = readable._destroy.bind(readable)
  // The stream itself waits for its next piece before it closes.
  readable._destroy = (error, done) => {
    left.abort()
    destroy(error, done)
  }
  return readable
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Refuses keys that lead out of the folder. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder)
  const place = (key: string) => {
    const path = resolve(root, key)
    if (!isInside(path, root)) throw new Error('file key outside the store')
    return path
  }
  return {
    put: async (key, content) => {
      const path = place(key)
      await makeFolder(dirname(path))
      await writeFileAtomically(path, content)
    },
    size: async (key) => (await stat(place(key)).catch(missingIf(key))).size,
    read: (key, range) => {
      const path = place(key)
      // A file stream refuses an empty range, which is the whole of an empty content.
      return range.end < range.start ? Readable.from([]) : createReadStream(path, range)
    },
    remove: (key) => rm(place(key), { force: true }),
    move: async (key, to) => {
      const path = place(to)
      await makeFolder(dirname(path))
      await rename(place(key), path).catch(missingIf(key))
      await syncFolder(dirname(path))
    },
    list: async (folder) => {
      const found = []
      for (const name of await readdir(place(folder)).catch(nothingIfMissing)) {
        const key = `${folder}/${name}`
        const there = await stat(place(key)).catch(nothingIfMissing)
        if ('mtime' in there) found.push({ key, writtenAt: there.mtime })
      }
      return found
    },
  }
}

function missingIf(key: string) {
  return (error: unknown): never => {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new MissingContentError(key, { cause: error })
    throw error
  }
}

function nothingIfMissing(error: unknown): [] {
  if (errorCodeOf(error) === 'ENOENT') return []
  throw error
}

export function filesFolderOf(dataDir: string): string {
  return join(dataDir, 'files')
}
