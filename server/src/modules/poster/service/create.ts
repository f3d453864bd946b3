import { type Author, auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type PosterContent, stampOf } from '../content.ts'
import type { Cleaned } from '../html/clean.ts'
import { findCreated, insertPoster, lockStamp } from '../store/posters.ts'
import { insertRevision } from '../store/revisions.ts'
import { type CleanContent, checkedContent, cleanContent } from './clean-content.ts'
import { publishDraft } from './publish.ts'

interface Wanted {
  categoryId: number
  content: PosterContent
}

/** Makes a draft. The same again within ten minutes, untouched since, is a lost answer: it gives the first item. */
export async function createPoster(deps: Deps, author: Author, input: Wanted) {
  const clean = await cleanContent(deps, author, input.content)
  const { cleaned } = clean
  const stamp = stampOf('poster.created', author.username, input)
  return inTransaction(deps.db, async (tx) => {
    await lockStamp(tx, stamp)
    const known = await findCreated(tx, stamp)
    if (known) return { ...known, cleaned }
    const id = await insert(tx, author, { ...input, pinned: false }, clean, stamp)
    return { id, version: 1, draftNo: 1, cleaned }
  })
}

export interface AddedPoster extends Wanted {
  /** its text, cleaned before the transaction */
  clean: Cleaned
  pinned?: boolean
  /** when it was published elsewhere: a draft keeps it until it is published */
  datedAt?: Date | string | null
  /** when readers (have) got it: any time, also past; `now`; null: a draft */
  publishAt: Date | string | null
}

/**
 * Adds an item with its publication in the caller's transaction: imports and seeds. Each call makes one.
 * @returns its id
 * @throws Refusal common.invalid, poster.badFile, poster.videoNeeded
 */
export async function addPoster(tx: Tx, author: Author, input: AddedPoster): Promise<string> {
  const { clean: cleaned, ...wanted } = input
  const clean = await checkedContent(tx, input.content, cleaned)
  const stamp = stampOf('poster.added', author.username, wanted)
  const { categoryId, pinned = false, publishAt, datedAt = null } = input
  const id = await insert(tx, author, { categoryId, pinned, publishAt, datedAt }, clean, stamp)
  if (publishAt !== null) {
    const at = publishAt === 'now' ? null : new Date(publishAt)
    const signed = { lastChange: stamp, updatedBy: author.username }
    await publishDraft(tx, { id, categoryId, draftNo: 1, datedAt }, at, signed, true)
  }
  return id
}

async function insert(
  tx: Tx,
  author: Author,
  item: Pick<AddedPoster, 'categoryId' | 'datedAt'> & {
    pinned: boolean
    publishAt?: Date | string | null
  },
  { content, bodyText }: CleanContent,
  lastChange: Buffer,
): Promise<string> {
  const { categoryId, pinned, publishAt, datedAt = null } = item
  const { username } = author
  const { title } = content
  const row = { categoryId, pinned, datedAt, draftTitle: title, lastChange, updatedBy: username }
  const posterId = await insertPoster(tx, row)
  await insertRevision(tx, { posterId, no: 1, content, bodyText, savedBy: username })
  const after = {
    no: 1,
    categoryId,
    ...(publishAt ? { publishAt } : {}),
    ...(datedAt ? { datedAt } : {}),
  }
  const detail = { title, after }
  await auditStaff(tx, author, 'poster.created', posterId, detail)
  return posterId
}
