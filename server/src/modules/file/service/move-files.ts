import { createHash } from 'node:crypto'
import type { Deps } from '../../../platform/deps.ts'
import type { MovingStores } from '../../../platform/files/moving-store.ts'
import { type FileStore, findSize } from '../../../platform/files/store.ts'
import { isFileKept, listFilesToMove, listUploadParts } from '../store/moving.ts'

const batch = 200
const together = 4

export interface MovedFiles {
  moved: number
  already: number
  /** Ids of files without content in both stores. */
  missing: string[]
  /** Ids of files whose old content has another hash than their row; it is left where it is. */
  damaged: string[]
}

/** Copies what the new store does not have yet; the old store keeps everything. It may be stopped and repeated. */
export async function moveFiles({ db }: Pick<Deps, 'db'>, stores: MovingStores): Promise<MovedFiles> {
  const result: MovedFiles = { moved: 0, already: 0, missing: [], damaged: [] }
  for (let afterId: string | null = null; ; ) {
    const files = await listFilesToMove(db, afterId, batch)
    await forEachTogether(files, async ({ id, storageKey, size, sha256 }) => {
      if ((await findSize(stores.to, storageKey)) === size) result.already += 1
      else if ((await findSize(stores.from, storageKey)) !== size) result.missing.push(id)
      else if (!(await copy(stores, storageKey, { size, sha256 }))) result.damaged.push(id)
      else {
        result.moved += 1
        // The portal may have deleted the file meanwhile, in both stores.
        if (!(await isFileKept(db, id))) await stores.to.remove(storageKey)
      }
    })
    afterId = files.at(-1)?.id ?? null
    if (files.length < batch) break
  }
  const others = [...(await listUploadParts(db)), ...(await listKeysWithoutRow(stores.from))]
  await forEachTogether(others, async (key) => {
    const size = await findSize(stores.from, key)
    if (size === null || (await findSize(stores.to, key)) === size) return
    await copy(stores, key, { size })
    result.moved += 1
  })
  return result
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

/** @returns false when the content has another hash; then the new store gets nothing */
async function copy(
  { to, from }: MovingStores,
  key: string,
  { size, sha256 }: { size: number; sha256?: Buffer },
): Promise<boolean> {
  async function* checked() {
    const hash = createHash('sha256')
    // A folder refuses to read no byte.
    const pieces: AsyncIterable<Buffer> | Buffer[] = size > 0 ? from.read(key, { start: 0, end: size - 1 }) : []
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
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

async function forEachTogether<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += together) await Promise.all(items.slice(at, at + together).map(work))
}
