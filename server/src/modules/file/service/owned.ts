import type { Tx } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { bufferContent } from '../content.ts'
import { madeCopy } from '../policy.ts'
import { insertFile } from '../store/files.ts'
import { keep } from './keep.ts'

/**
 * Keeps a copy of a student's data as a private file of theirs, for so many days. `enter` writes what names it, in the same transaction; what
 * it throws leaves neither row nor content.
 */
export async function keepCopy(
  deps: Deps,
  copy: { ownerId: string; name: string; mime: string; content: Buffer; keepDays: number },
  enter: (tx: Tx, fileId: string) => Promise<void>,
): Promise<void> {
  const { content, ...row } = copy
  await keep(deps, { ...row, purpose: madeCopy, content: bufferContent(content) }, (kept) =>
    inTransaction(deps.db, async (tx) => {
      const id = await insertFile(tx, kept)
      if (!id) throw new Error('a copy collided with a random key')
      await enter(tx, id)
      return id
    }),
  )
}
