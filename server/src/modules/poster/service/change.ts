import type { Author } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import { stampOf } from '../content.ts'
import { type LockedPoster, lockPoster } from '../store/posters.ts'

export interface Moved {
  version: number
  draftNo: number
}

/** What every new version of an item carries. */
export interface Signed {
  lastChange: Buffer
  updatedBy: string
}

/**
 * One change to one item under its row's lock. The write that made the present version, sent again by the same person,
 * is answered as it was; any other that does not know the present version is refused, and told whose it is.
 * @throws Refusal poster.notFound, poster.versionStale
 */
export function changePoster(
  deps: Deps,
  author: Author,
  action: string,
  input: { id: string; version: number },
  change: (tx: Tx, item: LockedPoster, signed: Signed) => Promise<Moved>,
): Promise<Moved> {
  const lastChange = stampOf(action, author.username, input)
  return inTransaction(deps.db, async (tx) => {
    const item = await lockPoster(tx, input.id)
    if (!item) return refuse('poster.notFound')
    const { version, draftNo } = item
    if (version === input.version + 1 && lastChange.equals(item.lastChange))
      return { version, draftNo }
    if (item.removedAt) return refuse('poster.notFound')
    requireVersion(item, input.version, 'poster.versionStale')
    return change(tx, item, { lastChange, updatedBy: author.username })
  })
}
