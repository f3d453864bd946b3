import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../error-code.ts'
import { makeFolder, writeWhole } from './durable.ts'
import { MissingContent } from './missing.ts'

/** Where file contents lie. A local folder now; an S3-compatible store fits the same five verbs. */
export interface FileStore {
  /** durable when it resolves; what comes in pieces never lies in memory whole, and is nowhere when it breaks off */
  put(key: string, content: Buffer | AsyncIterable<Buffer>): Promise<void>
  /** @throws MissingContent */
  size(key: string): Promise<number>
  /** bytes from `start` to `end`, both inclusive */
  read(key: string, range: { start: number; end: number }): Readable
  remove(key: string): Promise<void>
  /** what lies in a folder, by the key that `remove` takes, and when it was last written; what a dead process left half written among it */
  list(folder: string): Promise<{ key: string; writtenAt: Date }[]>
}

/** Files under one folder. Keys are ours (never a user's file name), but a key that leaves it is refused all the same. */
export function localFileStore(folder: string): FileStore {
  const root = resolve(folder)
  const place = (key: string) => {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new Error('file key outside the store')
    return path
  }
  return {
    put: async (key, content) => {
      const path = place(key)
      await makeFolder(dirname(path))
      await writeWhole(path, content)
    },
    size: async (key) => (await stat(place(key)).catch(missingIf(key))).size,
    read: (key, range) => createReadStream(place(key), range),
    remove: (key) => rm(place(key), { force: true }),
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

/** Without a content, and without the folder it should lie in. */
function missingIf(key: string) {
  return (error: unknown): never => {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new MissingContent(key, { cause: error })
    throw error
  }
}

function nothingIfMissing(error: unknown): [] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}

/** Where uploads lie below DATA_DIR. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files')
}
