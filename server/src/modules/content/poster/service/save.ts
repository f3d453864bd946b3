import { type AuditAuthor, auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { type PosterContent, requestHash } from '../content.ts'
import type { CleanedHtml } from '../html/clean.ts'
import {
  findPosterRevision,
  findRecentlyCreated,
  insertPoster,
  insertPosterRevision,
  isContentEqualToRevision,
  type LockedPoster,
  lockRequestHash,
  updatePoster,
} from '../store/posters.ts'
import { changePoster, type PosterStateChange, type PosterVersionStamp } from './change.ts'
import { type CleanedPosterContent, checkCleanContent, cleanEditorContent } from './content.ts'
import { publishNewestRevision } from './state.ts'

interface Wanted {
  categoryId: number
  content: PosterContent
}

/** A repeated request within ten minutes returns the first item. */
export async function createPoster(deps: Deps, author: AuditAuthor, input: Wanted) {
  const clean = await cleanEditorContent(deps, author, input.content)
  const { cleaned } = clean
  const stamp = requestHash('poster.created', author.username, input)
  return inTransaction(deps.db, async (tx) => {
    await lockRequestHash(tx, stamp)
    const known = await findRecentlyCreated(tx, stamp)
    if (known) return { ...known, cleaned }
    const id = await insert(tx, author, { ...input, pinned: false }, clean, stamp)
    return { id, version: 1, draftNo: 1, cleaned }
  })
}

export interface AddPosterInput extends Wanted {
  clean: CleanedHtml
  pinned?: boolean
  /** Date of the original publication. */
  datedAt?: Date | string | null
  /** The publication time may be in the past; null makes a draft. */
  publishAt: Date | string | null
}

/**
 * Creates the item in the caller's transaction. @returns its id @throws Refusal common.invalid, poster.badFile,
 * poster.videoNeeded
 */
export async function addPoster(tx: Tx, author: AuditAuthor, input: AddPosterInput): Promise<string> {
  const { clean: cleaned, ...wanted } = input
  const clean = await checkCleanContent(tx, input.content, cleaned)
  const stamp = requestHash('poster.added', author.username, wanted)
  const { categoryId, pinned = false, publishAt, datedAt = null } = input
  const id = await insert(tx, author, { categoryId, pinned, publishAt, datedAt }, clean, stamp)
  if (publishAt !== null) {
    const at = publishAt === 'now' ? null : new Date(publishAt)
    const signed = { lastChange: stamp, updatedBy: author.username }
    await publishNewestRevision(tx, { id, categoryId, draftNo: 1, datedAt }, at, signed, true)
  }
  return id
}

async function insert(
  tx: Tx,
  author: AuditAuthor,
  item: Pick<AddPosterInput, 'categoryId' | 'datedAt'> & {
    pinned: boolean
    publishAt?: Date | string | null
  },
  { content, bodyText }: CleanedPosterContent,
  lastChange: Buffer,
): Promise<string> {
  const { categoryId, pinned, publishAt, datedAt = null } = item
  const { username } = author
  const { title } = content
  const row = { categoryId, pinned, datedAt, draftTitle: title, lastChange, updatedBy: username }
  const posterId = await insertPoster(tx, row)
  await insertPosterRevision(tx, { posterId, no: 1, content, bodyText, savedBy: username })
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

export async function savePoster(
  deps: Deps,
  author: AuditAuthor,
  input: { id: string; version: number; content: PosterContent },
) {
  const { content, bodyText, cleaned } = await cleanEditorContent(deps, author, input.content)
  const moved = await changePoster(deps, author, 'poster.saved', input, async (tx, item, signed) => {
    const { version, draftNo } = item
    if (await isContentEqualToRevision(tx, item.id, draftNo, content)) return { version, draftNo }
    return addRevision(tx, author, item, { content, bodyText }, signed)
  })
  return { ...moved, cleaned }
}

/** @throws Refusal poster.notFound */
export function restorePoster(
  deps: Deps,
  author: AuditAuthor,
  input: { id: string; version: number; no: number },
): Promise<PosterStateChange> {
  return changePoster(deps, author, 'poster.restored', input, async (tx, item, signed) => {
    const { version, draftNo } = item
    if (input.no === draftNo) return { version, draftNo }
    const old = await findPosterRevision(tx, item.id, input.no)
    if (!old) return refuse('poster.notFound')
    return addRevision(tx, author, item, { ...old, restoredFrom: input.no }, signed)
  })
}

async function addRevision(
  tx: Tx,
  author: AuditAuthor,
  item: LockedPoster,
  saved: { content: PosterContent; bodyText: string; restoredFrom?: number },
  signed: PosterVersionStamp,
): Promise<PosterStateChange> {
  const { content, bodyText, restoredFrom } = saved
  const no = item.draftNo + 1
  const { title } = content
  const restored = restoredFrom === undefined ? {} : { restoredFrom }
  const row = { posterId: item.id, no, content, bodyText, savedBy: author.username, ...restored }
  await insertPosterRevision(tx, row)
  const moved = await updatePoster(tx, item.id, { draftNo: no, draftTitle: title, ...signed })
  const before = { no: item.draftNo, title: item.draftTitle }
  const action = restoredFrom === undefined ? 'poster.saved' : 'poster.restored'
  const detail = { title, before, after: { no, title, ...restored } }
  await auditStaff(tx, author, action, item.id, detail)
  return moved
}
