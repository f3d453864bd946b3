import { forEachTogether } from '../../../platform/batches.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errorCodeOf } from '../../../platform/error-code.ts'
import { createContentHash } from '../../../platform/files/content-hash.ts'
import type { MovingStores } from '../../../platform/files/moving-store.ts'
import { describeUnreadable } from '../../../platform/files/open-store.ts'
import { type FileStore, findSize, MissingContentError } from '../../../platform/files/store.ts'
import { type FileToCheck, listFilesToCheck } from '../store/missing.ts'
import { isFileKept, listUploadParts } from '../store/moving.ts'

const batch = 200
const together = 4

export interface MovedFiles {
  moved: number
  already: number
  /** Files that the portal deleted meanwhile, or whose content it replaced. */
  gone: number
  /** Ids of files without content in both stores. */
  missing: string[]
  /**
   * Ids of files, and keys of contents without a row, whose old content cannot be read or has another hash than its row;
   * it is left where it is.
   */
  damaged: string[]
}

/** Copies what the new store does not have yet; the old store keeps everything. It may be stopped and repeated. */
export async function moveFiles(
  { db }: Pick<Deps, 'db'>,
  stores: MovingStores,
  log: (line: string) => void = () => {},
): Promise<MovedFiles> {
  const result: MovedFiles = { moved: 0, already: 0, gone: 0, missing: [], damaged: [] }
  let seen = 0
  for (let afterId: string | null = null; ; ) {
    const files = await listFilesToCheck(db, afterId, batch)
    await forEachTogether(together, files, async (file) => {
      const outcome = await moveContent(stores, file.storageKey, file)
      if (outcome === 'already') result.already += 1
      else if (await isFileKept(db, file)) {
        if (outcome === 'moved') result.moved += 1
        else result[outcome].push(file.id)
      } else {
        result.gone += 1
        await stores.to.remove(file.storageKey)
      }
    })
    seen += files.length
    log(`${seen} files, ${result.moved} of them copied`)
    afterId = files.at(-1)?.id ?? null
    if (files.length < batch) break
  }
  const others = [...(await listUploadParts(db)), ...(await listKeysWithoutRow(stores.from))]
  await forEachTogether(together, others, async (key) => {
    const size = await findReadableSize(stores.from, key)
    const outcome = typeof size === 'number' ? await moveContent(stores, key, { size }) : size
    if (outcome === 'moved') result.moved += 1
    if (outcome === 'damaged') result.damaged.push(key)
  })
  return result
}

async function moveContent(
  stores: MovingStores,
  key: string,
  expected: Pick<FileToCheck, 'size'> & Partial<FileToCheck>,
): Promise<'moved' | 'already' | 'missing' | 'damaged'> {
  const { to, from } = stores
  if ((await findSize(to, key)) === expected.size) return 'already'
  const size = await findReadableSize(from, key)
  if (size !== expected.size) return size === 'damaged' ? size : 'missing'
  try {
    return (await copy(stores, key, expected)) ? 'moved' : 'damaged'
  } catch (error) {
    // The portal may remove it from the old store while it is read.
    if ((await findSize(from, key)) !== null) throw error
    return 'missing'
  }
}

/** A content that cannot be read does not stop the others. */
function findReadableSize(from: FileStore, key: string): Promise<number | null | 'damaged'> {
  return findSize(from, key).catch(async (error: unknown) => {
    await describeUnreadable(from, error)
    return 'damaged' as const
  })
}

/** Print runs, and what waits in the quarantine. */
async function listKeysWithoutRow(from: FileStore): Promise<string[]> {
  const names = Array.from({ length: 256 }, (_, each) => each.toString(16).padStart(2, '0'))
  const keys: string[] = []
  for (const folder of ['proof-prints', ...names.map((name) => `quarantine/${name}`)])
    keys.push(...(await from.list(folder)).map(({ key }) => key))
  return keys
}

class DamagedContent extends Error {}

/** @returns false when the content cannot be read or has another hash; then the new store gets nothing */
async function copy(
  { to, from }: MovingStores,
  key: string,
  { size, sha256, hashPartBytes = null }: Pick<FileToCheck, 'size'> & Partial<FileToCheck>,
): Promise<boolean> {
  async function* checked() {
    const hash = createContentHash(hashPartBytes)
    try {
      for await (const piece of from.read(key, { start: 0, end: size - 1 })) {
        hash.update(piece)
        yield piece
      }
    } catch (error) {
      if (error instanceof MissingContentError || errorCodeOf(error) === 'ENOENT') throw error
      await describeUnreadable(from, error)
      throw new DamagedContent()
    }
    if (sha256 && !hash.digest().equals(sha256)) throw new DamagedContent()
  }
  try {
    await to.put(key, checked())
    return true
  } catch (error) {
    if (error instanceof DamagedContent) return false
    throw error
  }
}
