import type { AuditAuthor } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import { requestHash } from '../content.ts'
import { type LockedPoster, lockPoster } from '../store/posters.ts'

export interface PosterStateChange {
  version: number
  draftNo: number
}

export interface PosterVersionStamp {
  lastChange: Buffer
  updatedBy: string
}

/**
 * A repeat of the last write gets the same response; other outdated writes are refused. @throws Refusal
 * poster.notFound, poster.versionStale
 */
export function changePoster(
  deps: Deps,
  author: AuditAuthor,
  action: string,
  input: { id: string; version: number },
  change: (tx: Tx, item: LockedPoster, signed: PosterVersionStamp) => Promise<PosterStateChange>,
): Promise<PosterStateChange> {
  const lastChange = requestHash(action, author.username, input)
  return inTransaction(deps.db, async (tx) => {
    const item = await lockPoster(tx, input.id)
    if (!item) return refuse('poster.notFound')
    const { version, draftNo } = item
    if (version === input.version + 1 && lastChange.equals(item.lastChange)) return { version, draftNo }
    if (item.removedAt) return refuse('poster.notFound')
    requireVersion(item, input.version, 'poster.versionStale')
    return change(tx, item, { lastChange, updatedBy: author.username })
  })
}
