import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Content } from '../../../platform/files/content.ts'
import { madeCopy } from '../policy.ts'
import { insertFile, listOwned } from '../store/files.ts'
import { keep } from './keep.ts'

/**
 * Keeps a copy of a student's data as a private file of theirs, for so many days. `enter` writes what names it, in the same transaction; what
 * it throws leaves neither row nor content.
 */
export async function keepCopy(
  deps: Deps,
  copy: { ownerId: string; name: string; mime: string; keepDays: number } & Pick<Content, 'pieces'>,
  enter: (tx: Tx, fileId: string) => Promise<void>,
): Promise<void> {
  const { pieces, ...row } = copy
  await keep(deps, { ...row, purpose: madeCopy, content: { pieces } }, (kept) =>
    inTransaction(deps.db, async (tx) => {
      const id = await insertFile(tx, kept)
      if (!id) throw new Error('a copy collided with a random key')
      await enter(tx, id)
      return id
    }),
  )
}

/** A file that students handed in, to be read by another module. */
export interface OwnedFile {
  id: string
  name: string
  /** bytes */
  size: number
  /** false: it was deleted meanwhile */
  isThere(): Promise<boolean>
  /** piece by piece */
  pieces(): AsyncIterable<Uint8Array>
}

/** Pictures of themselves and evidence that these students uploaded and that are still there, the newest first. */
export async function ownedFiles(
  { db, files }: { db: Db; files: Deps['files'] },
  ownerIds: readonly string[],
): Promise<OwnedFile[]> {
  const rows = await listOwned(db, ownerIds, ['AVATAR', 'EVIDENCE'])
  return rows.map(({ id, name, size, storageKey }) => ({
    id,
    name,
    size,
    isThere: async () => (await files.size(storageKey).catch(() => null)) === size,
    pieces: () => files.read(storageKey, { start: 0, end: size - 1 }),
  }))
}
